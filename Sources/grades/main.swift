import Foundation
print("grades")
