import { score } from '#src/risk/score/rules.ts'
import { definePack, module, sequence } from '#src/packs/document/define.ts'

/** The score of the transaction's own data; it knows of the e-mail token and never waits for it. */
export const basic = definePack('basic', 1, sequence(module(score, { deadlineSeconds: 30 })))
