// Whose turn it is where tasks wait for a worker: live before sandbox, backtests last, and tenants by turns. A signal
// does not change it, so whoever may start a workflow says it, the sweep too; its activities have the same.
import { createHash } from 'node:crypto'
import type { Priority } from '@temporalio/common'
import type { Mode } from '#src/journey/transaction/rules.ts'

const levels = { live: 2, sandbox: 3, backtest: 5 } as const

/** In bytes: the server refuses a longer key. */
const keyMax = 64

export const priorityOf = (mode: Mode | 'backtest', tenant: string): Priority => ({
  priorityKey: levels[mode],
  fairnessKey:
    Buffer.byteLength(tenant) <= keyMax
      ? tenant
      : createHash('sha256').update(tenant).digest('hex'),
})
