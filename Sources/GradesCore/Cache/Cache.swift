import GRDB
import SwiftCSV
