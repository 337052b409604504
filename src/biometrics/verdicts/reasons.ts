// Translates the alerts into the reasons that a page explains to the person.
import type { DocumentAlert } from './documents.ts'

const alertReasons = {
  UNKNOWN_DOCUMENT: 'not-a-document',
  NOT_A_CARD: 'not-a-document',
  PHOTOCOPY: 'not-a-document',
  TOO_DARK: 'too-dark',
  NUMBER_INVALID: 'unreadable',
  OTHER_FACE: 'several-faces',
  SIDE_MISSING: 'wrong-side',
  SIDES_DIFFER: 'wrong-side',
  NO_PORTRAIT: 'unreadable',
  LOW_CONFIDENCE: 'unreadable',
  CPF_UNREAD: 'unreadable',
  MRZ_UNREAD: 'unreadable',
  DOCUMENT_EXPIRED: 'expired',
  FILE_ALTERED: 'file-altered',
  FILE_UNPROVEN: 'file-unproven',
} as const satisfies Partial<Record<DocumentAlert, string>>

type DocumentReason = (typeof alertReasons)[keyof typeof alertReasons]
const byAlert: Partial<Record<DocumentAlert, DocumentReason>> = alertReasons

export const reasonsOf = (alerts: readonly DocumentAlert[]): DocumentReason[] => [
  ...new Set(alerts.flatMap((alert) => byAlert[alert] ?? [])),
]
