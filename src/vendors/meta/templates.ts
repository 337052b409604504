// Maps Meta's templates to ours: from the list of its Graph API, and from its webhooks.
import { z } from 'zod'
import type {
  Notice,
  TemplateName,
  TemplateReport,
} from '#src/messaging/challenges/vendor-events.ts'
import { questionTakes } from '#src/messaging/wire/approved.ts'

const word = z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/)

const Component = z.object({
  type: z.string(),
  text: z.string().optional(),
  buttons: z.array(z.object({ type: z.string() })).optional(),
})

const Listed = z.object({
  name: z.string(),
  language: z.string(),
  status: word,
  category: word.optional(),
  quality_score: z.object({ score: word.optional() }).nullish(),
  components: z.array(Component).default([]),
  /** -1 means Meta's default, which is thirty days except for authentication. */
  message_send_ttl_seconds: z.number().int().nullish().catch(undefined),
})

const defaultTtlSeconds = 30 * 24 * 60 * 60

export const TemplateList = z.object({ data: z.array(z.unknown()) })

/** The states in which a template sends. Those in review after a change, or at their limit, refuse like paused ones. */
const usable = new Set(['APPROVED', 'REINSTATED', 'FLAGGED', 'UNARCHIVED'])
/** Events that say nothing about whether the template can send. */
const unrelated = new Set(['LOCKED', 'UNLOCKED'])

/** The state of one of our templates in Meta's list; a template that is not listed does not exist. */
export function readListed(
  list: z.output<typeof TemplateList>,
  { name, language }: TemplateName,
): TemplateReport {
  const own = list.data
    .map((one) => Listed.safeParse(one).data)
    .find((one) => one?.name === name && one.language === language)
  if (!own) return { name, language, isUsable: false, status: 'missing' }
  const { status, category, quality_score: quality, components } = own
  const ttl = own.message_send_ttl_seconds
  const isFit = fits(components)
  return {
    name,
    language,
    isUsable: usable.has(status) && isFit,
    status: isFit ? toStatus(status) : 'other-variables',
    ...(category !== undefined && { category }),
    ...(quality?.score !== undefined && { quality: quality.score }),
    ...(typeof ttl === 'number' && { ttlSeconds: ttl < 0 ? defaultTtlSeconds : ttl }),
  }
}

/** Whether the template's placeholders match those of a question, because otherwise it refuses every message. */
function fits(components: readonly z.output<typeof Component>[]): boolean {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? ''
  const buttons = components.flatMap((one) => one.buttons ?? [])
  const replies = buttons.filter(({ type }) => type === 'QUICK_REPLY')
  return (
    countPlaceholders(body) === questionTakes.variables && replies.length === questionTakes.options
  )
}

/** Counts `{{1}}` and so on, each once; undefined for named placeholders, which are filled in another way. */
function countPlaceholders(text: string): number | undefined {
  const placeholders = new Set(
    [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, placeholder]) => placeholder),
  )
  return [...placeholders].every((placeholder) => /^\d+$/.test(placeholder ?? ''))
    ? placeholders.size
    : undefined
}

const toStatus = (status: string): string => status.toLowerCase().replaceAll('_', '-')

const Named = z.object({
  message_template_name: z.string().min(1).max(512),
  message_template_language: z.string().min(1).max(20),
  event: word.optional(),
  /** The present category, and below the one that applies in a day. */
  new_category: word.optional(),
  correct_category: word.optional(),
  new_quality_score: word.optional(),
  message_template_element: z.string().optional(),
})

const templateFields = new Set([
  'message_template_status_update',
  'template_category_update',
  'message_template_quality_update',
  'message_template_components_update',
])

const accountFields = new Set([
  'account_alerts',
  'account_update',
  'account_review_update',
  'phone_number_quality_update',
  'business_capability_update',
])

/** `at` is the time of the webhook's entry. Undefined for a notice about something else. */
export function readNotice(field: string, value: unknown, at?: number): Notice | undefined {
  const when = at === undefined ? {} : { at }
  if (templateFields.has(field)) {
    const { data } = Named.safeParse(value)
    const report = data && readReport(data)
    if (!report) return undefined
    const said = Object.values(report).join(':')
    return { kind: 'template', dedupeKey: `${field}:${said}:${at ?? ''}`, ...report, ...when }
  }
  if (!accountFields.has(field)) return undefined
  const codes = findWords(value)
  const dedupeKey = `${field}:${codes.join(':')}:${at ?? ''}`
  return { kind: 'account', dedupeKey, topic: field.replaceAll('_', '-'), codes, ...when }
}

function readReport(said: z.output<typeof Named>): TemplateReport | undefined {
  const { event, message_template_name: name, message_template_language: language } = said
  const category = said.correct_category ?? said.new_category
  const quality = said.new_quality_score
  const element = said.message_template_element
  const isFit = element === undefined || countPlaceholders(element) === questionTakes.variables
  const report = {
    ...(event !== undefined &&
      !unrelated.has(event) && { isUsable: usable.has(event), status: toStatus(event) }),
    ...(!isFit && { isUsable: false, status: 'other-variables' }),
    ...(category !== undefined && { category }),
    ...(quality !== undefined && { quality }),
  }
  return Object.keys(report).length === 0 ? undefined : { name, language, ...report }
}

const wordFields = new Set([
  'event', 'decision', 'alert_severity', 'alert_status', 'alert_type', 'waba_ban_state',
  'violation_type', 'restriction_type', 'current_limit', 'old_limit',
]) // prettier-ignore

/** Reads only fields with Meta's own words, and leaves out texts and numbers of people. */
function findWords(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!wordFields.has(name) || typeof inner !== 'string') return findWords(inner)
    const { data } = word.safeParse(inner)
    return data === undefined ? [] : [data]
  })
}
