// Twilio's Lookup (version 2), with its package for SIM swaps.
import { z } from 'zod'
import type { SimAnswer, SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import { exchange, type HttpLimits, readJson } from '#src/journey/calls/http.ts'
import { createCredentials, listOf } from '#src/vendors/parts/credentials.ts'
import { answerOf } from './camara.ts'
import type { TwilioLookupAccount } from './config.ts'

const Found = z.object({
  sim_swap: z.object({
    last_sim_swap: z
      .object({
        last_sim_swap_date: z.iso.datetime({ offset: true }).nullish(),
        /** The period that the carrier looked at, such as `PT48H`. */
        swapped_period: z.string().nullish(),
        swapped_in_period: z.boolean().nullish(),
      })
      .nullish(),
    error_code: z.number().nullish(),
  }),
})

export function createTwilioLookup(
  { credentials, baseUrl = 'https://lookups.twilio.com' }: TwilioLookupAccount,
  limits: HttpLimits = {},
): SimSwapSource {
  const base = baseUrl.replace(/\/+$/, '')
  const pairs = createCredentials(listOf(credentials))
  return {
    id: 'twilio-lookup',
    async ask(phone, hours, signal) {
      const url = new URL(`${base}/v2/PhoneNumbers/${encodeURIComponent(phone)}?Fields=sim_swap`)
      const outcome = await pairs.exchange(({ sid, secret }) => {
        const authorization = `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`
        return exchange({ method: 'GET', url, headers: { authorization }, signal }, limits)
      })
      if (outcome.kind !== 'answer' || outcome.status !== 200) return 'unknown'
      return readFound(readJson(outcome.body), hours)
    },
  }
}

/** Carriers answer a date, or whether the change was within a period of theirs. */
function readFound(body: unknown, hours: number): SimAnswer {
  const last = Found.safeParse(body).data?.sim_swap.last_sim_swap
  if (!last) return 'unknown'
  if (last.last_sim_swap_date) return answerOf(Date.parse(last.last_sim_swap_date), hours)
  if (last.swapped_in_period === true) return 'swapped'
  // No change within a shorter period does not answer the question.
  const isWhole = toHours(last.swapped_period) >= hours
  return last.swapped_in_period === false && isWhole ? 'same' : 'unknown'
}

function toHours(period: string | null | undefined): number {
  const [, days = '0', hours = '0'] = /^P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(period ?? '') ?? []
  return Number(days) * 24 + Number(hours)
}
