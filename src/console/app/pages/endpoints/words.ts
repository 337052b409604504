import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  lead: ['Os sistemas da empresa que os passos “call” dos packs chamam, pelo nome.', 'The company’s systems that the “call” steps of packs name and call.', 'Los sistemas de la empresa que los pasos “call” de los packs llaman, por su nombre.'],
  none: ['Nenhum endpoint', 'No endpoints', 'Ningún endpoint'],
  noneLead: ['No sandbox, uma chamada sem endpoint é respondida à mão em Telefone de teste.', 'In the sandbox, a call without an endpoint is answered by hand on the Test phone page.', 'En el sandbox, una llamada sin endpoint se responde a mano en Teléfono de prueba.'],
  make: ['Novo endpoint', 'New endpoint', 'Nuevo endpoint'],
  nameHint: ['minúsculas, dígitos e hífens; os packs o citam', 'lower-case letters, digits and hyphens; packs name it', 'minúsculas, dígitos y guiones; los packs lo citan'],
  urlHint: ['https e público, sem usuário e sem fragmento', 'https and public, no user name and no fragment', 'https y público, sin usuario y sin fragmento'],
  timeout: ['Tempo limite (ms)', 'Timeout (ms)', 'Tiempo límite (ms)'],
  headers: ['Cabeçalhos', 'Headers', 'Cabeceras'],
  headersHint: ['um por linha, “nome: valor”, até cinco; nunca são mostrados, e uma mudança troca todos', 'one per line, “name: value”, at most five; they are never shown, and a change replaces all', 'una por línea, “nombre: valor”, hasta cinco; nunca se muestran, y un cambio reemplaza todas'],
  setHeaders: ['Trocar os cabeçalhos', 'Replace the headers', 'Reemplazar las cabeceras'],
  works: ['sem falha conhecida', 'no known failure', 'sin fallo conocido'],
  fails: ['falhando', 'failing', 'fallando'],
  back: ['← Todos os endpoints', '← All endpoints', '← Todos los endpoints'],
  test: ['Testar agora', 'Test now', 'Probar ahora'],
  endLead: ['Ele não é mais chamado, e os seus segredos deixam de valer:', 'It is no longer called, and its secrets are gone:', 'No se llama más, y sus secretos dejan de valer:'],
  inUse: ['Um pack ativo, ou uma execução aberta, ainda chama este endpoint: publique uma versão sem ele e espere essas execuções.', 'A live pack, or an open run, still calls it: roll out a version without it, and wait for those runs.', 'Un pack activo, o una ejecución abierta, todavía lo llama: publique una versión sin él y espere esas ejecuciones.'],
  ended: ['O endpoint foi excluído.', 'The endpoint is deleted.', 'El endpoint fue eliminado.'],
  makingAwaits: ['Criar este endpoint espera que outra pessoa peça o mesmo:', 'Creating this endpoint waits for somebody else to ask for the same:', 'Crear este endpoint espera que otra persona pida lo mismo:'],
  changeAwaits: ['Alterar este endpoint espera que outra pessoa peça o mesmo:', 'Changing this endpoint waits for somebody else to ask for the same:', 'Cambiar este endpoint espera que otra persona pida lo mismo:'],
  outcome: {
    answered: ['Respondeu', 'It answered', 'Respondió'],
    later: ['Aceitou, e responde depois (202)', 'It accepted, and answers later (202)', 'Aceptó, y responde después (202)'],
    again: ['Falhou por ora; uma chamada tentaria de novo', 'It failed for now; a call would be tried again', 'Falló por ahora; una llamada se intentaría de nuevo'],
    trouble: ['O sistema tem um defeito que vocês precisam corrigir', 'The system has a fault that you need to mend', 'El sistema tiene un defecto que ustedes deben corregir'],
    refused: ['Recusou; uma chamada falharia', 'It refused; a call would fail', 'Rechazó; una llamada fallaría'],
    unreadable: ['Respondeu algo que não é JSON de até 64 KiB', 'It answered something that is not JSON of at most 64 KiB', 'Respondió algo que no es JSON de hasta 64 KiB'],
  },
})
