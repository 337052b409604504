import { z } from 'zod'
import { Device, deviceExample } from '#src/biometrics/devices/schema.ts'
import { Insight } from '#src/journey/facts/schema.ts'

import { reasons } from './rules.ts'

const moment = z.iso.datetime()

const Reason = z.enum(reasons)

const samePicture = z.object({
  kind: z.enum(['same-picture', 'like-picture']),
  transactionId: z.uuid(),
})

/** The findings in the images. An addition to the published contract. */
const LivenessAnalysis = z
  .object({
    images: z.array(
      z.object({
        faces: z.int().meta({ description: 'How many.' }),
        yaw: z.number().exactOptional().meta({
          description: "Degrees; below 0 is towards the person's own left.",
        }),
        live: z.number().exactOptional().meta({
          description:
            '0 to 1, a weak sign: a low value speaks against a living person, a high one for nobody.',
        }),
      }),
    ),
    farthest: z.number().exactOptional().meta({
      description: 'The largest distance of a face to that of the first image.',
    }),
    engine: z.string().exactOptional().meta({
      description: 'Who has looked, `name/version`, where it says so.',
    }),
    attack: z.enum(['none', 'presentation', 'injection', 'undecided']).exactOptional().meta({
      description:
        'What an engine of your own says that looks for attacks; `none` makes nobody live.',
    }),
    comparison: z
      .object({ score: z.int().min(0).max(100), verdict: z.enum(['match', 'review', 'no-match']) })
      .exactOptional()
      .meta({ description: 'With the portrait of the document that was there.' }),
  })
  .meta({ id: 'LivenessAnalysis', description: 'What the status was made from.' })

export const LivenessResult = z
  .object({
    createdAt: moment.meta({ description: 'When the images were taken in.' }),
    livenessStatus: z.int().min(0).max(4).meta({
      description: '0 inconclusive, 1 live, 2 spoof suspected, 3 no face, 4 several faces.',
    }),
    securityCheck: z.int().min(0).max(3).meta({
      description: '0 not made, 1 passed, 2 suspicious, 3 failed.',
    }),
    device: Device,
    id: z.uuid().meta({ description: 'Of the submission.' }),
    reasons: z
      .array(Reason)
      .meta({ description: 'What the person may do better; a spoof is not told how.' }),
    findings: z.array(samePicture.extend({ livenessId: z.uuid() })).meta({
      description:
        'Other transactions to which these pictures were sent for another document: one of them to the byte, or a first one that looks the same. For whoever reviews; it decides nothing by itself.',
    }),
    analysis: LivenessAnalysis,
  })
  .meta({
    id: 'LivenessResult',
    description: 'Facial liveness with the analysis of the device.',
    example: {
      createdAt: '2026-11-20T14:03:27.123Z',
      livenessStatus: 1,
      securityCheck: 1,
      device: deviceExample,
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      reasons: [],
      findings: [],
      analysis: { images: [{ faces: 1, yaw: -0.3, live: 0.84 }], farthest: 0.37 },
    },
  })
export type LivenessResult = z.output<typeof LivenessResult>

export const FacialBiometricsResult = LivenessResult.extend({
  biometrics: z
    .object({
      date: moment,
      result: z.object({
        rank: z.int().min(0).max(100),
        suggestion: z.enum(['Aprovar', 'Revisar', 'Reprovar']),
        insightsDocument: z.array(Insight),
      }),
    })
    .exactOptional()
    .meta({ description: "There once the selfie and a document's portrait were compared." }),
}).meta({ id: 'FacialBiometricsResult', description: 'A liveness, and what it was compared with.' })
export type FacialBiometricsResult = z.output<typeof FacialBiometricsResult>

const read = z.string().meta({ description: 'Empty when it is not on the document or unreadable.' })

const OcrData = z
  .object({
    dataNascimento: read,
    dataExpedicao: read,
    nome: read,
    filiacao1: read,
    filiacao2: read,
    numeroCPF: read,
    numeroTituloEleitor: read,
    txtNaturalidade: read,
    txtOrgExpedidor: read,
    txtRegistroCivil: read,
    txtUnidadeFederativa: read,
  })
  .meta({ id: 'OcrData', description: 'What stands on the document.' })

export const RedocResult = z
  .object({
    id: z.uuid(),
    cpf: z.string().meta({ description: 'As read: eleven digits, or empty.' }),
    rank: z.int().min(0).max(100).meta({
      description: 'The weighted share of what could be compared.',
    }),
    result: z.enum(['Aprovado', 'Inconclusivo', 'Reprovado']),
    ocrData: OcrData,
    alerts: z.array(z.string()).meta({ description: 'Codes, the weightiest first.' }),
    additionalInformation: z.array(z.string()).meta({
      description:
        '`name:value` of what was found besides: the side, the confidence, the comparison; of a file its outcome (`signed`, `altered`, `unproven`), who signed it, when, and the certificates.',
    }),
    assurance: z.enum(['picture-only', 'signed', 'official']).meta({
      description:
        'What the verdict rests on: a picture proves no authenticity; `signed`: a digital signature or signed code was checked; `official`: an official base agreed.',
    }),
    reasons: z.array(Reason).meta({ description: 'What another picture could do better.' }),
    findings: z.array(samePicture.extend({ recognitionId: z.uuid() })).meta({
      description:
        'Other transactions to which this picture was sent for another document: to the byte, or one that looks the same. For whoever reviews; it decides nothing by itself.',
    }),
    documentType: z.enum(['RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM', 'UNKNOWN']),
  })
  .meta({
    id: 'RedocResult',
    description: 'One recognition of a document.',
    example: {
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      cpf: '52998224725',
      rank: 93,
      result: 'Aprovado',
      ocrData: {
        dataNascimento: '14/02/1988',
        dataExpedicao: '10/03/2015',
        nome: 'ANA EXEMPLO DA SILVA',
        filiacao1: 'JOAO EXEMPLO DA SILVA',
        filiacao2: 'MARIA TESTE DA SILVA',
        numeroCPF: '529.982.247-25',
        numeroTituloEleitor: '012345678901',
        txtNaturalidade: 'SAO PAULO - SP',
        txtOrgExpedidor: 'SSP',
        txtRegistroCivil: '12.345.678-9',
        txtUnidadeFederativa: 'SP',
      },
      alerts: [],
      additionalInformation: ['side:front', 'confidence:92', 'portrait-score:96'],
      assurance: 'picture-only',
      reasons: [],
      findings: [],
      documentType: 'RG',
    },
  })
export type RedocResult = z.output<typeof RedocResult>
