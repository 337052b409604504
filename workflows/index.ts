// The only entry of the workflow bundle.
export { transaction } from './transaction.ts'
