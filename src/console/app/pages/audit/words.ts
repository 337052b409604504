import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import { optionsOf } from '../../parts/form.tsx'
import { definePageWords } from '../../words/common.ts'
import { defineWords } from '../../words/words.ts'

// prettier-ignore
export const words = definePageWords({
  lead: ['Quem fez, mudou ou viu o quê. Pessoas aparecem por um código fixo, nunca pelo nome.', 'Who did, changed or saw what. People appear by a fixed code, never by name.', 'Quién hizo, cambió o vio qué. Las personas aparecen por un código fijo, nunca por el nombre.'],
  none: ['Nada com estes filtros', 'Nothing with these filters', 'Nada con estos filtros'],
  noneLead: ['Mude o período ou tire um filtro.', 'Change the dates, or remove a filter.', 'Cambie el período o quite un filtro.'],
  object: ['Sobre', 'About', 'Sobre'],
  request: ['Requisição', 'Request', 'Solicitud'],
  mode: ['Ambiente', 'Mode', 'Ambiente'],
  since: ['De', 'From', 'Desde'],
  code: ['Código', 'Code', 'Código'],
  kinds: {
    subject: ['pessoa ou programa', 'person or program', 'persona o programa'],
    key: ['chave', 'key', 'clave'],
    link: ['quem tinha o link', 'whoever had the link', 'quien tenía el enlace'],
    command: ['comando', 'command', 'comando'],
    service: ['o serviço', 'the service', 'el servicio'],
  },
  onlyThis: ['Filtrar', 'Filter', 'Filtrar'],
})

/** The name of each action of the audit; an unknown action is shown by its code. */
type Row = readonly [pt: string, en: string, es: string]
type Codes = Readonly<Record<string, string>>

// prettier-ignore
const rows = {
  'picture.linked': ['Links de imagens entregues', 'Links to pictures handed out', 'Enlaces a imágenes entregados'],
  'picture.opened': ['Imagem aberta', 'Picture opened', 'Imagen abierta'],
  'record.read': ['Cadastro lido', 'Record read', 'Registro leído'],
  'transactions.listed': ['Transações listadas', 'Transactions listed', 'Transacciones listadas'],
  'transactions.searched': ['Transações buscadas', 'Transactions searched', 'Transacciones buscadas'],
  'related.searched': ['Ligações consultadas', 'Related transactions looked up', 'Vínculos consultados'],
  'suppressions.searched': ['Bloqueio de número consultado', 'Suppression looked up', 'Bloqueo de número consultado'],
  'suppression.ended': ['Número volta a receber', 'Number gets messages again', 'El número vuelve a recibir'],
  'review.read': ['Revisão aberta', 'Review opened', 'Revisión abierta'],
  'evidence.read': ['Provas lidas', 'Evidence read', 'Pruebas leídas'],
  'review.claimed': ['Revisão assumida', 'Review claimed', 'Revisión asumida'],
  'review.released': ['Revisão devolvida', 'Review given back', 'Revisión devuelta'],
  'review.commented': ['Revisão comentada', 'Comment on a review', 'Revisión comentada'],
  'review.decided': ['Revisão decidida', 'Review decided', 'Revisión decidida'],
  'review.appealed': ['Decisão contestada', 'Decision appealed', 'Decisión apelada'],
  'hit.judged': ['Ocorrência julgada', 'Hit judged', 'Coincidencia juzgada'],
  'data.bought': ['Dados comprados', 'Data bought', 'Datos comprados'],
  'lists.listed': ['Listas abertas', 'Lists read', 'Listas abiertas'],
  'lists.searched': ['Listas consultadas', 'Lists looked up', 'Listas consultadas'],
  'list.denied': ['Valor negado em lista', 'Value denied', 'Valor negado en lista'],
  'list.allowed': ['Valor permitido em lista', 'Value allowed', 'Valor permitido en lista'],
  'list.ended': ['Entrada de lista encerrada', 'List entry ended', 'Entrada de lista terminada'],
  'outcome.told': ['Desfecho informado', 'Outcome reported', 'Desenlace informado'],
  'agenda.paused': ['Transação pausada', 'Transaction paused', 'Transacción pausada'],
  'agenda.resumed': ['Transação retomada', 'Transaction resumed', 'Transacción reanudada'],
  'agenda.tried-now': ['Tentada agora', 'Tried now', 'Intentada ahora'],
  'agenda.ended': ['O que estava aberto foi encerrado', 'What was open was ended', 'Se terminó lo que estaba abierto'],
  'data.erased': ['Dados apagados', 'Data erased', 'Datos borrados'],
  'data.sent': ['Dados enviados a um sistema seu', 'Data sent to a system of yours', 'Datos enviados a un sistema suyo'],
  'data.restricted': ['Dados restritos por dever legal', 'Data restricted by a legal duty', 'Datos restringidos por deber legal'],
  'data.withdrawn': ['Consentimento retirado', 'Consent withdrawn', 'Consentimiento retirado'],
  'data.held': ['Guarda legal', 'Legal hold', 'Retención legal'],
  'data.hold-lifted': ['Guarda legal levantada', 'Legal hold lifted', 'Retención legal levantada'],
  'data.classified': ['Relação classificada', 'Relationship classified', 'Relación clasificada'],
  'restricted.read': ['Dado restrito lido', 'Restricted data read', 'Dato restringido leído'],
  'pack.published': ['Pack publicado', 'Pack published', 'Pack publicado'],
  'pack.cases-replaced': ['Casos de pack trocados', 'Cases of a pack replaced', 'Casos de pack cambiados'],
  'pack.rolled-out': ['Pack colocado em vigor', 'Pack rolled out', 'Pack puesto en vigor'],
  'pack.roll-out-refused': ['Pack não colocado em vigor: recusado', 'Roll-out of a pack refused', 'Puesta en vigor de pack rechazada'],
  'pack.approved-by-setting': ['Aprovado por configuração', 'Approved by a setting', 'Aprobado por configuración'],
  'scorecard.published': ['Scorecard publicado', 'Scorecard published', 'Scorecard publicado'],
  'scorecard.cases-replaced': ['Casos de scorecard trocados', 'Cases of a scorecard replaced', 'Casos de scorecard cambiados'],
  'scorecard.rolled-out': ['Scorecard colocado em vigor', 'Scorecard rolled out', 'Scorecard puesto en vigor'],
  'scorecard.roll-out-refused': ['Scorecard não colocado em vigor: recusado', 'Roll-out of a scorecard refused', 'Puesta en vigor de scorecard rechazada'],
  'api-key.created': ['Chave criada', 'Key created', 'Clave creada'],
  'api-key.rotated': ['Chave trocada', 'Key rotated', 'Clave rotada'],
  'api-key.revoked': ['Chave revogada', 'Key revoked', 'Clave revocada'],
  'session.opened': ['Entrou no console', 'Signed in', 'Entró en la consola'],
  'session.changed': ['Direitos mudaram no emissor', 'Rights changed at the issuer', 'Los derechos cambiaron en el emisor'],
  'session.ended': ['Sessão encerrada', 'Session ended', 'Sesión terminada'],
  'session.revoked': ['Sessão revogada', 'Session revoked', 'Sesión revocada'],
  'webhook.created': ['Webhook criado', 'Webhook created', 'Webhook creado'],
  'webhook.changed': ['Webhook alterado', 'Webhook changed', 'Webhook cambiado'],
  'webhook.deleted': ['Webhook excluído', 'Webhook deleted', 'Webhook eliminado'],
  'webhook.secret-rotated': ['Webhook com outro segredo', 'Webhook given another secret', 'Webhook con otro secreto'],
  'webhook.tested': ['Webhook testado', 'Webhook tested', 'Webhook probado'],
  'webhook.resent': ['Evento reenviado', 'Event sent again', 'Evento reenviado'],
  'webhook.disabled': ['Webhook parado', 'Webhook stopped', 'Webhook parado'],
  'endpoint.created': ['Endpoint criado', 'Endpoint created', 'Endpoint creado'],
  'endpoint.changed': ['Endpoint alterado', 'Endpoint changed', 'Endpoint cambiado'],
  'endpoint.deleted': ['Endpoint excluído', 'Endpoint deleted', 'Endpoint eliminado'],
  'endpoint.secret-rotated': ['Endpoint com outro segredo', 'Endpoint given another secret', 'Endpoint con otro secreto'],
  'endpoint.tested': ['Endpoint testado', 'Endpoint tested', 'Endpoint probado'],
  'tenant.registered': ['Cliente registrado', 'Tenant registered', 'Cliente registrado'],
  'tenant.changed': ['Configurações alteradas', 'Settings changed', 'Configuración cambiada'],
  'audit.purged': ['Auditoria antiga removida', 'Old rows of the audit removed', 'Auditoría antigua eliminada'],
  'second.asked': ['Pedido à espera da segunda pessoa', 'Waits for a second person', 'Espera a la segunda persona'],
  'second.given': ['Confirmado pela segunda pessoa', 'Confirmed by a second person', 'Confirmado por la segunda persona'],
} as const satisfies Partial<Record<AuditAction, Row>>

const actions: Codes = defineWords(rows)

/** The names of operations that read data, for rows whose object is an operation. */
// prettier-ignore
const operations: Codes = defineWords({
  listTransactions: ['a lista de transações', 'the list of transactions', 'la lista de transacciones'],
  searchTransactions: ['as transações de alguém', 'somebody’s transactions', 'las transacciones de alguien'],
  getTransaction: ['os dados da transação', 'the record of the transaction', 'los datos de la transacción'],
  queryPack: ['um pack da transação', 'a pack of the transaction', 'un pack de la transacción'],
  readTransactionPackRun: ['um pack da transação', 'a pack of the transaction', 'un pack de la transacción'],
  listBackgroundChecks: ['as consultas', 'the background checks', 'las consultas'],
  readBackgroundCheck: ['uma consulta', 'a background check', 'una consulta'],
  listRecognitions: ['os documentos', 'the documents', 'los documentos'],
  listRelatedTransactions: ['o que está ligado', 'what is related', 'lo relacionado'],
  listDenyEntries: ['a lista de bloqueio', 'the deny list', 'la lista de bloqueo'],
  searchDenyEntries: ['a lista de bloqueio', 'the deny list', 'la lista de bloqueo'],
  listAllowEntries: ['a lista de permissão', 'the allow list', 'la lista de permitidos'],
  searchAllowEntries: ['a lista de permissão', 'the allow list', 'la lista de permitidos'],
  searchSuppressions: ['quem não quer mensagens', 'who wants no messages', 'quien no quiere mensajes'],
  readBiometricsScoreImage: ['a selfie', 'the selfie', 'la selfie'],
  readSelfie: ['a selfie', 'the selfie', 'la selfie'],
  readDocument: ['o documento', 'the document', 'el documento'],
  readUpload: ['um arquivo enviado', 'an upload', 'un archivo enviado'],
})

export const sayAction = (action: string): string => actions[action] ?? action

export const sayOperation = (object: string): string | undefined => operations[object]

/** The actions to choose from, by their names. */
export const listActions = () =>
  optionsOf(Object.keys(actions), sayAction).toSorted((a, b) => a.label.localeCompare(b.label))
