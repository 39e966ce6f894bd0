// Runs before each test file: connections keep what they have planned.
import { keepPlans } from '../connection.ts'

keepPlans()
