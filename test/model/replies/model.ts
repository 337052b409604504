// Everything that two transactions and one number can lead to: each order of asking, answering (yes and no; bare, with the
// code, by the button), expiring, superseding, and answers that come late or while the next question is under way.
import { type SentRecord, wakeMs } from '#src/messaging/conversations/open-questions.ts'
import { type Reading, readReply } from '#src/messaging/replies/read-reply.ts'
import type { Model, Step } from '../explore.ts'
import { asBuilt, type Way } from './way.ts'
import type { Answer, Form, Question, Script, Transaction, World } from './world.ts'

const minute = 60_000
const ttlMs = 10 * minute
const transactions = ['T1', 'T2'] as const
const options = [
  { option: 1, label: 'Sim' },
  { option: 2, label: 'Não' },
]

export const modelOf = (script: Script, way: Way = asBuilt): Model<World> => ({
  initial: {
    now: 0,
    questions: [],
    underWay: null,
    answersLeft: script.answersMax,
    denied: [],
    doubted: [],
    counted: [],
    lost: null,
  },
  steps: (world) => [
    ...asks(world, script, way),
    ...answers(world, script),
    ...(world.underWay ? [arrives(script, way)] : times(world)),
  ],
  wrongWith,
  isSettled: () => true,
})

function wrongWith({ counted, questions, lost }: World): string | undefined {
  if (lost !== null) return lost
  const at = (id: number) => questions[id]
  const wrong = counted.find(
    ({ question, meant }) =>
      at(question)?.of !== at(meant)?.of || at(question)?.purpose !== at(meant)?.purpose,
  )
  if (wrong) return "a yes counts for another's question"
  return counted.some(({ question }) => at(question)?.supersededAt !== null)
    ? 'a yes counts for a question that was replaced'
    : undefined
}

const chance = (label: string, apply: (world: World) => void): Step<World> => ({
  label,
  isChance: true,
  apply,
})

/** Each moment of its own: what happens in one of them is in order. */
const tick = (world: World): number => (world.now += 1)

function asks({ questions }: World, script: Script, way: Way): Step<World>[] {
  return transactions.flatMap((of) =>
    questions.filter((one) => one.of === of).length >= script.asksMax[of]
      ? []
      : script.purposes.map((purpose) =>
          chance(`${of} asks${purpose ? ` ${purpose}` : ''}`, (world) =>
            ask(world, { of, purpose }, script, way),
          ),
        ),
  )
}

function ask(
  world: World,
  { of, purpose }: { readonly of: Transaction; readonly purpose: string | undefined },
  script: Script,
  way: Way,
): void {
  const now = tick(world)
  const own = world.questions.filter((one) => one.of === of)
  const same = own.filter((one) => one.purpose === purpose)
  const { code, isContested } = way.decideCode(
    {
      challengeId: String(world.questions.length),
      transactionId: of,
      forMs: ttlMs,
      digits: script.isShared ? 2 : undefined,
      isShared: script.isShared,
      sameAs: same.map(({ id }) => String(id)),
      hasPurpose: purpose !== undefined,
    },
    world.questions
      .map((one) => ({
        code: one.replyCode ?? '',
        of: String(one.id),
        transactionId: one.of,
        rules: { hasPurpose: one.purpose !== undefined },
        until: way.untilOf({ forMs: ttlMs }, new Date(one.claimedAt)),
        answeredAt: one.repliedAt === null ? null : new Date(one.repliedAt),
      }))
      .filter(({ until }) => until.getTime() > now),
    new Date(now),
    (_digits, used) => ['11', '22', '33', '44'].find((free) => !used.has(free)) ?? '55',
  )
  const open = own.find((one) => one.supersededAt === null && one.repliedAt === null)
  if (open && now < open.expiresAt) open.supersededAt = now
  world.questions.push({
    id: world.questions.length,
    of,
    purpose,
    replyCode: code,
    needsCode: isContested,
    claimedAt: now,
    expiresAt: now + ttlMs,
    supersededAt: null,
    repliedAt: null,
  })
}

/** The person answers whichever question is on the phone, also one that is over. */
function answers({ now, questions, answersLeft, underWay }: World, script: Script): Step<World>[] {
  if (answersLeft === 0 || underWay) return []
  return questions.flatMap((question) => {
    const { id, of, replyCode } = question
    return (['yes', 'no'] as const).flatMap((says) =>
      (['bare', 'code', 'button'] satisfies Form[]).flatMap((form) =>
        (form === 'code' && replyCode === null) ||
        (form === 'bare' && isPast(questions, question, now, script))
          ? []
          : chance(`${says} to ${of} (${id}), ${form}`, (world) => {
              tick(world)
              world.answersLeft -= 1
              world.underWay = { question: id, says, form }
            }),
      ),
    )
  })
}

/**
 * Nobody can know of what is typed so late, without a code, that it is not about a newer question. Where every question has
 * a code, only a second answer is.
 */
function isPast(
  questions: readonly Question[],
  { of, expiresAt }: Question,
  now: number,
  { isShared }: Script,
): boolean {
  const answered = questions.find((one) => one.of === of && one.repliedAt !== null)
  if (answered) return now > Math.min(answered.repliedAt ?? Infinity, expiresAt) + wakeMs - 2
  return !isShared && now > expiresAt + wakeMs - 2
}

/** A question's time is over; and so much later that no answer to it is under way any more. */
function times({ questions, now }: World): Step<World>[] {
  const ends = questions.flatMap(({ expiresAt, repliedAt }) => [
    expiresAt + minute,
    expiresAt + wakeMs + minute,
    ...(repliedAt === null ? [] : [repliedAt + wakeMs + minute]),
  ])
  const next = Math.min(...ends.filter((end) => end > now))
  if (!Number.isFinite(next)) return []
  return [chance('time goes on', (world) => void (world.now = next))]
}

const arrives = (script: Script, way: Way): Step<World> => ({
  label: 'it arrives',
  apply: (world) => arrive(world, script, way),
})

function arrive(world: World, script: Script, way: Way): void {
  const at = tick(world)
  const { underWay } = world
  if (!underWay) return
  world.underWay = null
  const meant = world.questions[underWay.question]
  if (!meant) return
  const text = textOf(underWay, meant)
  const sent = world.questions.toReversed().map((one) => toSent(one, script))
  const picked =
    underWay.form === 'button'
      ? [{ record: toSent(meant, script), part: 'reply' as const }]
      : way.pickRecords(sent, text, at)
  const before = world.counted.length
  for (const [index, { record, part }] of picked.entries()) {
    const question = world.questions[Number(record.recordId)]
    if (question)
      take(world, { question, part, isFirst: index === 0 }, { ...underWay, text, at }, way)
  }
  world.lost = findLost(world, underWay, meant, {
    at,
    counted: world.counted.length > before,
    script,
  })
}

const textOf = ({ says, form }: Answer, { replyCode }: Question): string =>
  `${form === 'code' ? `${replyCode} ` : ''}${says === 'yes' ? 'sim' : 'não'}`

type Aim = {
  readonly question: Question
  readonly part: 'reply' | 'denial' | 'doubt'
  readonly isFirst: boolean
}

function take(
  world: World,
  { question, part, isFirst }: Aim,
  {
    text,
    form,
    says,
    question: meant,
    at,
  }: Answer & { readonly text: string; readonly at: number },
  way: Way,
): void {
  const { id, of, purpose, needsCode, ...rest } = question
  const rules = {
    codeDigits: 6,
    checksMax: 5,
    sendsMax: 3,
    ...(purpose !== undefined && { isStrict: true }),
    ...(needsCode && { needsCode }),
  }
  const state = {
    ...rest,
    rules,
    language: 'pt',
    channel: 'sms',
    challengeKind: 'sms-2fa',
  } as const
  const asked = way.toQuestion(state, { options }, text, at)
  const reading =
    form === 'button'
      ? readReply({ kind: 'button', option: says === 'yes' ? 1 : 2 }, asked)
      : readText(text, asked)
  if (reading.meaning !== 'no' && !isFirst) return
  if (part === 'doubt') {
    if (reading.meaning === 'no' && way.notesDoubts) add(world.doubted, of)
    return
  }
  const { decision, denies } = way.decideAnswer(state, { reading, isMeant: part === 'reply' }, at)
  if (decision.kind === 'replied') {
    question.repliedAt = at
    if (reading.meaning === 'yes') world.counted.push({ question: id, meant })
  }
  if (denies) add(world.denied, of)
}

const read = new Map<string, Reading>()

/** Reading is pure, and the same few texts come again and again. */
function readText(text: string, asked: Parameters<typeof readReply>[1]): Reading {
  const key = `${text} ${asked.code} ${asked.isStrict} ${asked.isOpen} ${asked.needsCode}`
  const known = read.get(key) ?? readReply({ kind: 'text', text }, asked)
  read.set(key, known)
  return known
}

function add(list: Transaction[], one: Transaction): void {
  if (!list.includes(one)) list.push(one)
}

/** A no must deny what it was meant for; a bare one of several tenants' at least be noted. A named yes must count. */
function findLost(
  { denied, doubted }: World,
  { says, form }: Answer,
  meant: Question,
  {
    at,
    counted,
    script: { tenants },
  }: { readonly at: number; readonly counted: boolean; readonly script: Script },
): string | null {
  if (says === 'no') {
    const mayBeDoubt = form === 'bare' && tenants.T1 !== tenants.T2
    const isNoted = denied.includes(meant.of) || (mayBeDoubt && doubted.includes(meant.of))
    // What is so late, and names nothing, is about the newest question.
    const isNamed = form !== 'bare' || at <= meant.expiresAt + wakeMs
    return isNoted || !isNamed ? null : 'a no is lost'
  }
  const isOpen = meant.supersededAt === null && at <= meant.expiresAt && meant.repliedAt === null
  return form !== 'bare' && isOpen && !counted ? 'a yes that names its question is lost' : null
}

const toSent = (
  { id, of, replyCode, claimedAt, expiresAt, repliedAt, supersededAt }: Question,
  { tenants }: Script,
): SentRecord => ({
  recordId: String(id),
  transactionId: of,
  tenant: tenants[of],
  mode: 'live',
  challengeKind: 'sms-2fa',
  channel: 'sms',
  language: 'pt',
  sender: '+551130000001',
  replyCode,
  claimedAt,
  expiresAt,
  repliedAt,
  superseded: supersededAt !== null,
  mayHaveLeft: true,
  unnamed: false,
  undelivered: false,
  erased: false,
  clockOffsetMs: 0,
})
