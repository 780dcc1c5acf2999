import FlyingFox
import FlyingSocks
import GRDB
import GradesClient
