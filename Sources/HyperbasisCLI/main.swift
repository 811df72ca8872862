import Foundation
import HyperbasisCommands

exit(Program.main())
