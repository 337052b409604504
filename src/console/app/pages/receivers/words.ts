import { common } from '../../words/common.ts'
import { wordRows } from '../../words/words.ts'

// prettier-ignore
export const receiverWords = wordRows({
  ...common,
  end: ['Excluir', 'Delete', 'Eliminar'],
  saved: ['Salvo.', 'Saved.', 'Guardado.'],
  awaits: ['Isso pede duas pessoas: nada mudou ainda. Outra pessoa precisa pedir o mesmo.', 'It takes two people: nothing has changed yet. Somebody else must ask for the same.', 'Esto pide dos personas: nada cambió todavía. Otra persona debe pedir lo mismo.'],
})
