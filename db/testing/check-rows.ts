// Runs before each test file: the answers of raw statements are checked against the schema of their rows.
import { checkRows } from '../rows.ts'

checkRows()
