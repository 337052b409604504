// Answers the newest question on a transaction's phone, as its owner would.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { AnswerPhone } from '#src/sandbox/outcomes/routes.ts'
import type { SandboxPhone } from './phone.ts'
import { listMessages, readPhoneMessage } from './store.ts'

type Deps = { readonly db: Db; readonly sealer: Sealer; readonly phone: SandboxPhone }

/** A question that was just asked for is on its way for a moment; one that does not come is not answered. */
const waits = [100, 200, 400, 800, 1_600, 1_600]

export const createAnswerPhone =
  ({ db, sealer, phone }: Deps): AnswerPhone =>
  async (owner, option) => {
    for (const ms of waits) {
      const [newest] = (await listMessages(db, sealer, owner, owner.id)).filter(
        ({ options = [] }) => options.length > 0,
      )
      const message = newest && (await readPhoneMessage(db, sealer, owner, newest.id))
      if (message) {
        await phone.reply(message, { option }, randomUUID())
        return
      }
      await sleep(ms)
    }
  }
