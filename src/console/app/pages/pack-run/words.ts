import { definePageWords } from '../../words/common.ts'

// prettier-ignore
export const words = definePageWords({
  title: [(name: string) => `Execução de ${name}`, (name: string) => `A run of ${name}`, (name: string) => `Ejecución de ${name}`],
  ended: ['Fim', 'Ended', 'Fin'],
  all: ['Todas as execuções desta transação', 'All runs of this transaction', 'Todas las ejecuciones de esta transacción'],
  again: [(step: string) => `Repetir ${step}`, (step: string) => `Run ${step} again`, (step: string) => `Repetir ${step}`],
  retried: ['O passo roda de novo.', 'The step runs again.', 'El paso se ejecuta otra vez.'],
  buyAgain: ['Comprar de novo?', 'Buy it again?', '¿Comprar otra vez?'],
  buyText: ['Não se sabe se já foi comprado. Repetir pode custar duas vezes.', 'Nobody knows whether it was bought. To repeat it may cost twice.', 'No se sabe si ya se compró. Repetir puede costar dos veces.'],
  end: ['Encerrar execução', 'End the run', 'Terminar la ejecución'],
  endTitle: ['Encerrar esta execução?', 'End this run?', '¿Terminar esta ejecución?'],
  endText: ['O que começou é desfeito até onde dá, e o resultado é «encerrada». Isso não tem volta.', 'What has begun is taken back as far as possible, and its outcome is “ended”. This cannot be undone.', 'Lo que empezó se deshace hasta donde se pueda, y el resultado es «terminada». No se puede revertir.'],
  isEnded: ['A execução foi encerrada.', 'The run was ended.', 'La ejecución fue terminada.'],
  live: ['Atualiza sozinho enquanto está em curso.', 'It updates by itself while it is under way.', 'Se actualiza sola mientras está en curso.'],
})
