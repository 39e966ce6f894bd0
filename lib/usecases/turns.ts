// Waiting in lines that are fair between tenants, for what there is little of besides connections to the database.
export { LineTooLong, WaitingLine } from '#db/waiting-line.ts'
