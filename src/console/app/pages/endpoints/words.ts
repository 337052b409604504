import { common } from '../../words/common.ts'
import { defineWords } from '../../words/words.ts'

// prettier-ignore
export const useEndpointWords = defineWords({
  ...common,
  lead: ['Os sistemas da empresa que os passos “call” dos packs chamam, pelo nome.', 'The company’s systems that “call” steps of packs call, by name.', 'Los sistemas de la empresa que los pasos “call” de los packs llaman, por su nombre.'],
  none: ['Nenhum sistema', 'No endpoints', 'Ningún sistema'],
  noneLead: ['No sandbox, uma chamada sem sistema é respondida à mão na página Sandbox.', 'In the sandbox a call without one is answered by hand on the page Sandbox.', 'En el sandbox, una llamada sin sistema se responde a mano en la página Sandbox.'],
  make: ['Novo sistema', 'New endpoint', 'Nuevo sistema'],
  nameHint: ['minúsculas, dígitos e hífens; os packs o citam', 'small letters, digits and hyphens; packs name it', 'minúsculas, dígitos y guiones; los packs lo citan'],
  urlHint: ['https e público, sem usuário e sem fragmento', 'https and public, no user name and no fragment', 'https y público, sin usuario y sin fragmento'],
  timeout: ['Espera por tentativa (ms)', 'Time for one try (ms)', 'Espera por intento (ms)'],
  headers: ['Cabeçalhos', 'Headers', 'Cabeceras'],
  headersHint: ['um por linha, “nome: valor”, até cinco; nunca são mostrados, e uma mudança troca todos', 'one a line, “name: value”, at most five; they are never shown, and a change replaces all', 'una por línea, “nombre: valor”, hasta cinco; nunca se muestran, y un cambio reemplaza todas'],
  setHeaders: ['Trocar os cabeçalhos', 'Replace the headers', 'Reemplazar las cabeceras'],
  works: ['sem falha conhecida', 'no known failure', 'sin fallo conocido'],
  fails: ['falhando', 'failing', 'fallando'],
  back: ['← Todos os sistemas', '← All endpoints', '← Todos los sistemas'],
  test: ['Testar agora', 'Test it now', 'Probar ahora'],
  endLead: ['Ele não é mais chamado, e os seus segredos deixam de valer:', 'It is called no more, and its secrets are gone:', 'No se llama más, y sus secretos dejan de valer:'],
  inUse: ['Um pack ativo, ou uma execução aberta, ainda chama este sistema: publique uma versão sem ele e espere essas execuções.', 'A pack that is live, or an open run, still calls it: roll out a version without it, and wait for those runs.', 'Un pack activo, o una ejecución abierta, todavía lo llama: publique una versión sin él y espere esas ejecuciones.'],
  ended: ['O sistema foi excluído.', 'The endpoint is deleted.', 'El sistema fue eliminado.'],
  you: ['você', 'you', 'usted'],
  makingAwaits: ['Criar este sistema espera outra pessoa, que peça o mesmo:', 'Making this one waits for somebody else, who asks for the same:', 'Crear este sistema espera a otra persona, que pida lo mismo:'],
  changeAwaits: ['Alterar este sistema espera outra pessoa, que peça o mesmo:', 'Changing this one waits for somebody else, who asks for the same:', 'Cambiar este sistema espera a otra persona, que pida lo mismo:'],
  outcome: {
    answered: ['Respondeu', 'It answered', 'Respondió'],
    later: ['Aceitou, e responde depois (202)', 'It took it, and answers later (202)', 'Aceptó, y responde después (202)'],
    again: ['Falhou por ora; uma chamada tentaria de novo', 'It failed for now; a call would be tried again', 'Falló por ahora; una llamada se intentaría de nuevo'],
    trouble: ['O sistema tem um defeito que vocês precisam corrigir', 'The endpoint is at fault: it is yours to mend', 'El sistema tiene un defecto que ustedes deben corregir'],
    refused: ['Recusou; uma chamada falharia', 'It refused; a call would fail', 'Rechazó; una llamada fallaría'],
    unreadable: ['Respondeu algo que não é JSON de até 64 KiB', 'It answered what is no JSON of at most 64 KiB', 'Respondió algo que no es JSON de hasta 64 KiB'],
  },
})
