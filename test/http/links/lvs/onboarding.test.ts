// The service's own pack of a person as that of a link: each step as the person meets it, and what the run makes of it.
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import {
  runEngineTasks,
  scriptedEngines,
  standByEngines,
} from '#test/support/biometrics/engines.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'
import { personOf } from '../../packs/verdicts/people.ts'
import { settings } from '../../packs/verdicts/rows.ts'

const test = testOn(async (db) => {
  const { engines } = scriptedEngines()
  const phone = { reply: async () => true }
  const links = createLinks({ name: 'Acme' })
  const messaging = silentMessaging({ settings })
  return createTestApp(db, undefined, { engines, links, messaging, phone })
})

/** As the vendor brings the answer to the question that the page has just asked. */
const answerPhone = (app: TestApp, id: string, option: 1 | 2) =>
  commitOn(app.deps, id, async (tx, locked) => {
    const record = await findLatest(tx, id, 'whatsapp-2fa')
    if (!record) throw new Error('there is a question')
    const replyMeaning = option === 1 ? 'yes' : 'no'
    const said = { repliedAt: locked.now, replyOption: option, replyMeaning } as const
    const denied = option === 2 ? { deniedAt: locked.now } : {}
    await updateChallenge(tx, record.id, { ...said, ...denied })
    const code = String(option)
    append(locked, { kind: challengeReplied, module: 'whatsapp-2fa', ref: record.id, code })
  })

type Walk = readonly string[]
const walks: readonly (readonly [string, Walk, object, readonly string[]])[] = [
  [
    'all that is asked',
    ['face-live', 'document-approved', 'phone-yes'],
    { outcome: 'approved', stopReason: 'document-unproven' },
    ['done', 'done', 'done'],
  ],
  [
    'somebody who says no',
    ['face-live', 'document-approved', 'phone-no'],
    { outcome: 'review', stopReason: 'denied' },
    ['done', 'done', 'rejected'],
  ],
  [
    'a phone that is left out',
    ['face-live', 'document-approved', 'phone-skip'],
    { outcome: 'review', stopReason: 'phone-unasked' },
    ['done', 'done', 'skipped'],
  ],
  [
    'a suspected spoof, twice',
    ['face-spoof', 'face-spoof'],
    { outcome: 'rejected', stopReason: 'spoof-suspected' },
    ['rejected', 'skipped', 'skipped'],
  ],
]

test.for(walks)(
  'onboarding is walked as a link: %s',
  async ([, walk, verdict, outcomes], { app }) => {
    await standByEngines(app.deps.db)
    const id = await createTransaction(app, personOf())
    const sent = { body: { pack: 'onboarding' } }
    const { link } = await (await app.call('POST', `/v1/transaction/${id}/lvs`, sent)).json()
    const walker = createWalker(app.call)
    await walker.open(new URL(link).pathname)
    await walker.press('')
    await walker.press('consent')
    const home = walker.path
    for (const act of walk) {
      if (act === 'phone-skip') await walker.press(act)
      else if (act.startsWith('phone')) {
        await walker.press('phone-whatsapp')
        await answerPhone(app, id, act === 'phone-yes' ? 1 : 2)
      } else {
        expect([act, walker.seen.text]).toEqual([act, expect.stringContaining(`/sandbox/${act}"`)])
        const answer = await walker.post(`${home}/sandbox/${act}`, { key: walker.key })
        expect([act, answer.status]).toEqual([act, 303])
        await runEngineTasks(app.deps, id)
      }
      await walker.open('/c')
    }
    // The register is asked meanwhile, and the person waits for nobody.
    await performDue(app.deps, id, 4)
    // What a person leaves out their run still waits for, until its deadline: the client may ask it otherwise.
    if (walk.includes('phone-skip')) await moveClock(app.deps.db, id, 8 * 86_400_000)
    await performDue(app.deps, id, 2)
    const read = async (path: string) => (await app.call('GET', path, { headers: { prefer: 'wait=0' } })).json() // prettier-ignore
    expect(await read(`/v1/packs/onboarding/${id}`)).toMatchObject(verdict)
    const lvs = await read(`/v1/transaction/${id}/lvs`)
    expect(lvs.steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes)
    expect(lvs.status).toBe('COMPLETED')
    expect((await walker.open('/c')).title).toContain('Pronto')
  },
)
