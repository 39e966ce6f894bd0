// Queues that are fair between tenants, for scarce things other than connections to the database.
export { type Lane, LineTooLong, WaitingLine } from '#db/waiting-line.ts'
