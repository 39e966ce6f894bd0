import { createContext } from 'react'

/** Whether something else of a table's row has the focus when somebody wants to know the instants of its times. */
export const TimesOfRow = createContext(false)
