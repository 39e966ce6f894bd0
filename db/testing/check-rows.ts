// Before each test file: whatever a raw statement answers with is held against the schema of its rows.
import { checkRows } from '../rows.ts'

checkRows()
