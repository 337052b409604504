import { defineWords } from '../words/words.ts'

// prettier-ignore
export const words = defineWords({
  close: ['Fechar', 'Close', 'Cerrar'],
  cancel: ['Cancelar', 'Cancel', 'Cancelar'],
  copy: ['Copiar', 'Copy', 'Copiar'],
  copied: ['Copiado', 'Copied', 'Copiado'],
  loading: ['Carregando…', 'Loading…', 'Cargando…'],
  busy: ['Aguarde…', 'Please wait…', 'Espere…'],
  more: ['Mostrar mais', 'Show more', 'Mostrar más'],
  none: ['Nada aqui', 'Nothing here', 'Nada aquí'],
  retry: ['Tentar de novo', 'Try again', 'Intentar de nuevo'],
  any: ['Qualquer', 'All', 'Cualquiera'],
  rows: [(count: number) => (count === 1 ? '1 linha' : `${count} linhas`), (count: number) => (count === 1 ? '1 row' : `${count} rows`), (count: number) => (count === 1 ? '1 fila' : `${count} filas`)],
  enlarge: [(name: string) => `Ampliar: ${name}`, (name: string) => `Enlarge: ${name}`, (name: string) => `Ampliar: ${name}`],
  lacks: [(scope: string) => `Esta sessão não tem a permissão para isso: ${scope}.`, (scope: string) => `This session lacks the permission for that: ${scope}.`, (scope: string) => `Esta sesión no tiene el permiso para eso: ${scope}.`],
  away: ['O serviço não responde. Tente de novo em instantes.', 'The service does not answer. Try again in a moment.', 'El servicio no responde. Inténtelo de nuevo en un momento.'],
  gone: ['Nada aqui: não existe, foi apagado ou esta sessão não o vê.', 'Nothing here: it does not exist, was erased, or is not for this session to see.', 'Nada aquí: no existe, se borró o esta sesión no lo ve.'],
  busyNow: [(seconds: number) => `Pedidos demais: tente de novo em ${seconds} s.`, (seconds: number) => `Too many requests: try again in ${seconds} s.`, (seconds: number) => `Demasiadas peticiones: inténtelo de nuevo en ${seconds} s.`],
  unavailable: ['O serviço está temporariamente indisponível; nada se perdeu.', 'The service is away for the moment; nothing is lost.', 'El servicio no está disponible por ahora; nada se ha perdido.'],
  conflict: ['Algo mudou enquanto isso: recarregue e tente de novo.', 'Something changed meanwhile: reload and try again.', 'Algo cambió entretanto: recargue e inténtelo de nuevo.'],
  invalid: ['O pedido não foi aceito.', 'The request was not accepted.', 'La petición no fue aceptada.'],
  failed: ['Isso não deu certo: o serviço teve um erro.', 'That did not work: the service had an error.', 'Eso no funcionó: el servicio tuvo un error.'],
  selfie: ['Selfie', 'Selfie', 'Selfie'],
  front: ['Documento, frente', 'Document, front', 'Documento, frente'],
  reverse: ['Documento, verso', 'Document, back', 'Documento, reverso'],
  noPictures: ['Não há imagens.', 'There are no pictures.', 'No hay imágenes.'],
})
