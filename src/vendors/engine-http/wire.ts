// The HTTP schemas of an operator's own engine, which docs/biometrics.md describes.
import { z } from 'zod'

const share = z.number().min(0).max(1)
const box = z.tuple([z.number(), z.number(), z.number(), z.number()])
const degrees = z.number().min(-180).max(180)
/** The server chooses the length, which must then stay the same. */
const embedding = z.array(z.number()).min(16).max(4_096)
const text = z.string().max(200)
const date = z.iso.date()

/** The name that the engine gives itself. */
const token = z.string().regex(/^[A-Za-z0-9._+-]{1,60}$/)
const engine = z.object({ name: token, version: token.exactOptional() }).exactOptional()

const Face = z.object({
  box,
  pixels: z.number().min(0),
  faceScore: share,
  live: share.exactOptional(),
  yaw: degrees,
  pitch: degrees,
  roll: degrees,
  embedding: embedding.exactOptional(),
  unexplained: z.number().min(0).exactOptional(),
  mirrored: z.number().min(0).exactOptional(),
  light: z.number().min(0).max(255).exactOptional(),
  change: z.number().min(0).exactOptional(),
  step: z.number().min(0).exactOptional(),
})

export const AnalyseAnswer = z.object({
  images: z.array(z.object({ faces: z.array(Face).max(100) })).max(40),
  engine,
  attack: z.enum(['none', 'presentation', 'injection', 'undecided']).exactOptional(),
})

export const PortraitAnswer = z.object({
  portrait: z
    .object({
      box,
      score: share,
      embedding,
      confirmed: z.boolean(),
      others: z.int().min(0).max(100).exactOptional(),
    })
    .nullable(),
})

export const ReadAnswer = z.object({
  engine,
  attack: z.enum(['none', 'presentation', 'alteration', 'undecided']).exactOptional(),
  assurance: z.enum(['picture-only', 'signed', 'official']).exactOptional(),
  documentType: z.enum(['RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM', 'UNKNOWN']),
  side: z.enum(['front', 'back', 'unknown']),
  fields: z.object({
    nome: text,
    filiacao1: text,
    filiacao2: text,
    dataNascimento: text,
    dataExpedicao: text,
    numeroCPF: text,
    txtRegistroCivil: text,
    txtOrgExpedidor: text,
    txtUnidadeFederativa: text,
    txtNaturalidade: text,
    numeroTituloEleitor: text,
  }),
  fieldsExpected: z.int().min(0).max(11),
  isCpfLabelled: z.boolean(),
  expiresOn: date.exactOptional(),
  area: box.exactOptional(),
  isPlain: z.boolean().exactOptional(),
  isUnread: z.boolean().exactOptional(),
  isDark: z.boolean().exactOptional(),
  mrz: z
    .object({
      kind: z.enum(['passport', 'card']),
      number: text,
      name: text,
      issuer: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .exactOptional(),
      bornOn: z.union([date, z.literal('')]),
      expiresOn: z.union([date, z.literal('')]),
      isNameCut: z.boolean().exactOptional(),
    })
    .exactOptional(),
  code: z
    .object({
      cpf: z
        .string()
        .regex(/^\d{11}$/)
        .exactOptional(),
      bornOn: date.exactOptional(),
      name: text.exactOptional(),
    })
    .exactOptional(),
  licence: text.exactOptional(),
  isGrey: z.boolean().exactOptional(),
  isZoneUnread: z.boolean().exactOptional(),
  card: z
    .array(z.object({ x: z.number(), y: z.number() }))
    .length(4)
    .exactOptional(),
  confidence: z.number().min(0).max(100),
  turn: z.literal([0, 90, 180, 270]),
})

/** Sent with status 422: the engine will never be able to decode the image. */
export const Unreadable = z.object({
  code: z.literal('image-unreadable'),
  reason: z
    .enum(['empty', 'type', 'damaged', 'too-many-pixels', 'too-long', 'animated'])
    .catch('damaged'),
  index: z.int().min(0).max(39).default(0),
})

/** The parts of a form, with a boundary that occurs in none of them. */
export function toForm(
  images: readonly Uint8Array[],
  fields: Readonly<Record<string, string>> = {},
): { readonly body: Buffer; readonly type: string } {
  const boundary = `atesta-${crypto.randomUUID()}`
  const head = (disposition: string, type = '') =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n`)
  const end = Buffer.from('\r\n')
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) => [
      head(`name="${name}"`),
      Buffer.from(value),
      end,
    ]),
    ...images.flatMap((image, at) => [
      head(`name="image"; filename="${at}"`, 'content-type: application/octet-stream\r\n'),
      image,
      end,
    ]),
  ]
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
