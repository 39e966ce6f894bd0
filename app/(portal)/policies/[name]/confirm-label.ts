export const CONFIRM_LABEL = 'Look at it and confirm'
