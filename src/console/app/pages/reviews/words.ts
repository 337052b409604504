import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  lead: ['O que o serviço deixou para uma pessoa decidir.', 'What the service has left to a person.', 'Lo que el servicio dejó a una persona.'],
  handedOut: ['As revisões são distribuídas: você recebe a mais urgente.', 'Reviews are handed out: you get the most urgent one.', 'Las revisiones se reparten: recibe la más urgente.'],
  next: ['Receber a próxima', 'Get the next one', 'Recibir la siguiente'],
  none: ['Nenhuma espera por você agora.', 'There is none for you just now.', 'No hay ninguna para usted ahora.'],
  empty: ['Nada espera aqui', 'Nothing waits here', 'Nada espera aquí'],
  emptyLead: ['Com estes filtros não há revisões.', 'There are no reviews by these filters.', 'Con estos filtros no hay revisiones.'],
  caption: ['Revisões', 'Reviews', 'Revisiones'],
  open: ['Abertas', 'Open', 'Abiertas'],
  decided: ['Decididas', 'Decided', 'Decididas'],
  head: {
    why: ['Por quê', 'Why', 'Por qué'],
    opened: ['Aberta', 'Opened', 'Abierta'],
    hands: ['Com\u00A0quem', 'With\u00A0whom', 'Con\u00A0quién'],
    outcome: ['Decisão', 'Decision', 'Decisión'],
    decidedAt: ['Decidida', 'Decided', 'Decidida'],
    who: ['Para', 'For', 'Para'],
  },
  yours: ['com você', 'you', 'con usted'],
  others: ['com outra pessoa', 'somebody else', 'con otra persona'],
  free: ['livre', 'nobody', 'libre'],
  second: ['espera a segunda pessoa', 'awaits a second person', 'espera a la segunda persona'],
  appeal: ['recurso', 'appeal', 'recurso'],
  overdue: ['atrasada', 'overdue', 'atrasada'],
  filter: {
    status: ['Situação', 'State', 'Estado'],
    claimed: ['Com quem', 'With whom', 'Con quién'],
    pack: ['Pack', 'Pack', 'Pack'],
    because: ['Motivo (código)', 'Reason (code)', 'Motivo (código)'],
    who: ['Para quem', 'For whom', 'Para quién'],
    age: ['Idade', 'Age', 'Edad'],
    overdue: ['Prazo', 'Deadline', 'Plazo'],
  },
  claimed: {
    mine: ['comigo', 'me', 'conmigo'],
    others: ['com outros', 'others', 'con otros'],
    nobody: ['com ninguém', 'nobody', 'con nadie'],
  },
  age: {
    '1': ['mais de 1 hora', 'over 1 hour', 'más de 1 hora'],
    '4': ['mais de 4 horas', 'over 4 hours', 'más de 4 horas'],
    '24': ['mais de 1 dia', 'over 1 day', 'más de 1 día'],
    '72': ['mais de 3 dias', 'over 3 days', 'más de 3 días'],
  },
  overdueIs: {
    true: ['vencido', 'passed', 'vencido'],
    false: ['no prazo', 'ahead', 'a tiempo'],
  },
  claimant: [(by: string) => `com ${by}`, (by: string) => `with ${by}`, (by: string) => `con ${by}`],
  anyone: ['Ver de todos', 'Show everybody’s', 'Ver de todos'],
})
