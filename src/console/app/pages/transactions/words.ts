import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  title: ['Transações', 'Transactions', 'Transacciones'],
  search: ['Buscar', 'Find', 'Buscar'],
  searchHint: ['Telefone, e-mail, CPF, id ou referência', 'Phone, e-mail, CPF, id or reference', 'Teléfono, e-mail, CPF, id o referencia'],
  searchLabel: ['Buscar uma transação', 'Find a transaction', 'Buscar una transacción'],
  clear: ['Mostrar todas', 'Show all', 'Mostrar todas'],
  found: ['Resultado da busca', 'Found', 'Resultado de la búsqueda'],
  audited: ['A busca fica na auditoria.', 'A search stands in the audit.', 'La búsqueda queda en la auditoría.'],
  none: ['Nenhuma transação', 'No transactions', 'Ninguna transacción'],
  noneFound: ['Nada com esse valor. Documentos, telefones e e-mails são buscados por inteiro.', 'Nothing of that value. Documents, phones and addresses are found by the whole of them.', 'Nada con ese valor. Documentos, teléfonos y correos se buscan completos.'],
  id: ['Transação', 'Transaction', 'Transacción'],
  waits: ['Espera por', 'Waits for', 'Espera a'],
  review: ['Revisão', 'Review', 'Revisión'],
  changed: ['Mudou', 'Changed', 'Cambió'],
  age: ['Idade', 'Age', 'Edad'],
  noReview: ['sem revisão', 'no review', 'sin revisión'],
  from: ['Desde', 'From', 'Desde'],
  before: ['Antes de', 'Before', 'Antes de'],
})
