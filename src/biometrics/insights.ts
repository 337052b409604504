// The alerts of a recognition as insights, for the answer that shows them beside a comparison.
import type { Insight } from '#src/facts/schema.ts'
import { documentAlerts, type DocumentAlert } from './documents.ts'
import type { RedocResult } from './examination.ts'

const descriptions: Record<DocumentAlert, string> = {
  CPF_MISMATCH: 'O CPF do documento é outro',
  PORTRAIT_MISMATCH: 'O rosto do documento é de outra pessoa',
  DOCUMENT_EXPIRED: 'Documento vencido',
  UNKNOWN_DOCUMENT: 'Tipo de documento não reconhecido',
  NAME_MISMATCH: 'O nome do documento é outro',
  NO_PORTRAIT: 'Nenhum rosto legível no documento',
  LOW_CONFIDENCE: 'Leitura do documento incompleta ou incerta',
}

export function insightsOf({ alerts }: Pick<RedocResult, 'alerts'>): Insight[] {
  const base = { type: 'Document', category: 'Recognition', relatedTo: ['Document'] }
  if (alerts.length === 0)
    return [{ ...base, code: 'OCR000', description: 'Documento conferido', relevance: 'Positivo' }]
  return alerts.map((alert) => ({
    ...base,
    code: `OCR00${documentAlerts.indexOf(alert) + 1}`,
    description: descriptions[alert],
    relevance: 'Alerta',
  }))
}
