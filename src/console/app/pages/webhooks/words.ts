import { common } from '../../words/common.ts'
import { defineWords } from '../../words/words.ts'

// prettier-ignore
export const words = defineWords({
  ...common,
  lead: ['Para onde os eventos são enviados, e o que houve com cada um.', 'Where events are sent, and what became of each.', 'Adónde se envían los eventos, y qué pasó con cada uno.'],
  none: ['Nenhum webhook', 'No webhooks', 'Ningún webhook'],
  noneLead: ['Os eventos continuam em GET /v1/events por 30 dias.', 'Events stay in GET /v1/events for 30 days.', 'Los eventos siguen en GET /v1/events por 30 días.'],
  make: ['Novo webhook', 'New webhook', 'Nuevo webhook'],
  urlHint: ['https e público, sem dados de pessoas', 'https and public, without data of persons', 'https y público, sin datos de personas'],
  types: ['Eventos', 'Events', 'Eventos'],
  allTypes: ['todos', 'all', 'todos'],
  someTypes: ['Nenhum escolhido: todos os tipos', 'None chosen: all types', 'Ninguno elegido: todos los tipos'],
  statuses: {
    enabled: ['ativo', 'enabled', 'activo'],
    failing: ['falhando', 'failing', 'fallando'],
    disabled: ['parado', 'disabled', 'parado'],
  },
  reason: {
    client: ['parado por vocês', 'stopped by you', 'parado por ustedes'],
    gone: ['respondeu 410: não quer mais nada', 'it answered 410: it wants nothing more', 'respondió 410: no quiere nada más'],
    failing: ['não aceitou nada por três dias', 'it took nothing for three days', 'no aceptó nada en tres días'],
  },
  back: ['← Todos os webhooks', '← All webhooks', '← Todos los webhooks'],
  test: ['Enviar um teste', 'Send a test', 'Enviar una prueba'],
  tested: ['O teste está a caminho: veja abaixo.', 'The test is on its way: see below.', 'La prueba está en camino: vea abajo.'],
  stop: ['Parar', 'Stop', 'Parar'],
  begin: ['Recomeçar', 'Begin again', 'Recomenzar'],
  endLead: ['Nada mais é enviado a este endereço, e o seu registro não é mais mostrado:', 'Nothing more is sent to this address, and its log is not shown any more:', 'No se envía nada más a esta dirección, y su registro no se muestra más:'],
  ended: ['O webhook foi excluído.', 'The webhook is deleted.', 'El webhook fue eliminado.'],
  log: ['Enviados nos últimos 7 dias', 'Sent in the last 7 days', 'Enviados en los últimos 7 días'],
  nothing: ['Nada foi enviado ainda', 'Nothing was sent yet', 'Nada se ha enviado todavía'],
  event: ['Evento', 'Event', 'Evento'],
  sent: ['Enviado', 'Sent', 'Enviado'],
  next: ['Próxima', 'Next', 'Próximo'],
  act: ['Ação', 'Act', 'Acción'],
  again: ['Enviar de novo', 'Send again', 'Enviar de nuevo'],
  sentAgain: ['Enviado de novo.', 'It is sent again.', 'Enviado de nuevo.'],
  body: ['O que foi enviado', 'What was sent', 'Lo que se envió'],
  noBody: ['O evento não é mais guardado, ou foi um teste.', 'The event is kept no longer, or was a test.', 'El evento ya no se guarda, o fue una prueba.'],
  took: ['Levou', 'Took', 'Tardó'],
})
