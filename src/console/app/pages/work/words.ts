import { defineWords } from '../../words/words.ts'

// prettier-ignore
export const words = defineWords({
  title: ['Trabalho', 'Work', 'Trabajo'],
  alarms: ['Alarmes', 'Alarms', 'Alarmas'],
  alarm: {
    TransactionsOverdue: [(n: number) => `${n} com algo vencido que ninguém fez`, (n: number) => `${n} with something due that nobody did`, (n: number) => `${n} con algo vencido que nadie hizo`],
    TasksSetApart: [(n: number) => `Tarefas separadas: ${n}`, (n: number) => `Tasks set apart: ${n}`, (n: number) => `Tareas apartadas: ${n}`],
    PumpingStopped: [(n: number) => `Prefixos sem mensagens, por fraude: ${n}`, (n: number) => `Prefixes that get nothing, for pumping: ${n}`, (n: number) => `Prefijos sin mensajes, por fraude: ${n}`],
    ReviewsOverdue: [(n: number) => `Revisões muito atrasadas: ${n}`, (n: number) => `Reviews long overdue: ${n}`, (n: number) => `Revisiones muy atrasadas: ${n}`],
    WebhookDisabled: [(n: number) => `Webhooks parados por falhas: ${n}`, (n: number) => `Webhooks stopped for failures: ${n}`, (n: number) => `Webhooks parados por fallos: ${n}`],
    WebhooksLate: [(n: number) => `Eventos que ninguém envia: ${n}`, (n: number) => `Events that nobody sends: ${n}`, (n: number) => `Eventos que nadie envía: ${n}`],
    EndpointTrouble: [(n: number) => `Endpoints com falha: ${n}`, (n: number) => `Failing endpoints: ${n}`, (n: number) => `Endpoints con fallo: ${n}`],
  },
  runBook: ['Guia', 'Guide', 'Guía'],
  overdue: ['Revisões atrasadas', 'Overdue reviews', 'Revisiones atrasadas'],
  open: ['Revisões abertas', 'Open reviews', 'Revisiones abiertas'],
  operator: ['Esperam um operador', 'Waiting for an operator', 'Esperan un operador'],
  undelivered: ['Mensagens não entregues', 'Undelivered messages', 'Mensajes no entregados'],
  vendors: ['Fornecedores com problemas', 'Vendors in trouble', 'Proveedores con problemas'],
  webhooks: ['Webhooks com falha', 'Failing webhooks', 'Webhooks con fallo'],
  endpoints: ['Endpoints com falha', 'Failing endpoints', 'Endpoints con fallo'],
  all: ['Ver todas', 'Show all', 'Ver todas'],
  fine: ['Em ordem', 'All clear', 'En orden'],
  nothing: ['Nada para mostrar', 'Nothing to show', 'Nada que mostrar'],
  nothingLead: ['Esta sessão não acompanha nenhuma fila.', 'This session follows no queue.', 'Esta sesión no sigue ninguna cola.'],
  temporal: ['No Temporal:', 'In Temporal:', 'En Temporal:'],
  running: ['em curso', 'under way', 'en curso'],
  stuck: ['não podem continuar', 'cannot go on', 'no pueden continuar'],
  failed: ['encerradas ou falhas', 'ended or failed', 'terminadas o fallidas'],
})
