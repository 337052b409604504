import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { AnswerPhone } from '#src/sandbox/outcomes/play.ts'
import { outcomeRoutes } from '#src/sandbox/outcomes/routes.ts'
import { sampleRoutes } from './sample-routes.ts'
import { type SandboxDeps, sandboxRoutes } from './routes.ts'
import { forgetMessages, listMessages, readPhoneMessage } from './store.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { SandboxPhone } from '#src/vendors/sandbox/phone.ts'

type Deps = { readonly db: Db; readonly sealer: Sealer; readonly phone: SandboxPhone }

/** Pauses in milliseconds for a question that is not sent yet; after the last one it stays unanswered. */
const waits = [100, 200, 400, 800, 1_600, 1_600]

const createAnswerPhone =
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

export const sandbox: Capability<SandboxDeps & LinkDeps> = {
  name: 'sandbox',
  routes: (deps) => [
    ...sandboxRoutes(deps),
    ...outcomeRoutes(deps, createAnswerPhone(deps)),
    ...sampleRoutes(),
  ],
  erased: forgetMessages,
  restricted: (tx, { id }) => forgetMessages(tx, id),
}
