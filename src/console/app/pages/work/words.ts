import { wordRows } from '../../words/words.ts'

// prettier-ignore
export const workWords = wordRows({
  title: ['Trabalho', 'Work', 'Trabajo'],
  overdue: ['Revisões atrasadas', 'Overdue reviews', 'Revisiones atrasadas'],
  open: ['Revisões abertas', 'Open reviews', 'Revisiones abiertas'],
  operator: ['Esperam um operador', 'Wait for an operator', 'Esperan un operador'],
  undelivered: ['Mensagens não entregues', 'Messages that nobody got', 'Mensajes no entregados'],
  vendors: ['Fornecedores com problemas', 'Vendors in trouble', 'Proveedores con problemas'],
  webhooks: ['Webhooks que falham', 'Webhooks that fail', 'Webhooks que fallan'],
  endpoints: ['Endpoints que falham', 'Endpoints that fail', 'Endpoints que fallan'],
  all: ['Ver todas', 'Show all', 'Ver todas'],
  fine: ['Em ordem', 'In order', 'En orden'],
})
