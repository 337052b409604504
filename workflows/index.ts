// The only entry of the workflow bundle.
export { backtest } from './backtest.ts'
export { transaction } from './transaction.ts'
