// The temporary failures of vendors. Permanent refusals are no outages and are not among them.
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '#test/load/chance.ts'
import type { Carriers } from '#test/support/messaging/carriers.ts'
import type { CheckBehaviour, CheckServer } from '#test/support/vendors/check-server.ts'
import type { Behaviour as MailBehaviour, SmtpServer } from '#test/support/servers/smtp.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'

type Named = Extract<Behaviour, string>

export type Vendors = Pick<Carriers, 'first' | 'second' | 'blind' | 'meta'> & {
  readonly relay: SmtpServer
  readonly bureau: CheckServer
}

const ofCarriers: readonly [Named, ...Named[]] = [
  'error',
  'error-after-taking',
  'hang',
  'hang-before-taking',
  'reset',
  'reset-before-taking',
  'half-answer',
  'rate',
]
const ofRelay: readonly [MailBehaviour, ...MailBehaviour[]] = [
  'hang',
  'hang-before-greeting',
  'hang-at-recipient',
  'reset',
  'reset-at-recipient',
  'defer',
  'defer-content',
]
const ofBureau: readonly [CheckBehaviour, ...CheckBehaviour[]] = [
  'hang',
  'error',
  'reset',
  'garbage',
  'rate',
]

export async function misbehave(
  vendors: Vendors,
  target: string,
  ms: number,
  chance: Chance,
): Promise<string> {
  const { relay, bureau, first, second, blind, meta } = vendors
  if (target === 'relay') return hold(relay, chance.pick(ofRelay), 'accept', ms)
  if (target === 'bureau') return hold(bureau, chance.pick(ofBureau), 'answer', ms)
  const carrier = Object.entries({ first, second, blind, meta }).find(([name]) => name === target)
  if (!carrier) throw new Error(`no vendor ${target}`)
  return hold(carrier[1], chance.pick(ofCarriers), 'accept', ms)
}

async function hold<B>(
  server: { behaviour: B },
  behaviour: B & string,
  usual: B & string,
  ms: number,
): Promise<string> {
  server.behaviour = behaviour
  await wait(ms)
  server.behaviour = usual
  return behaviour
}
