// The scorecard of ratings: every insight that speaks for or against counts for its subjects; a client's own
// verification counts for none.
import { catalogue } from '#src/risk/insights/catalogue/catalogue.ts'
import type { Scorecard } from '../document.ts'
import { whenOf } from './by-insights.ts'

const worth = { Positivo: 15, Neutro: 0, Alerta: -35 } as const

export const rating: Scorecard = {
  base: 60,
  rules: catalogue
    .filter(({ relevance }) => relevance !== 'Neutro')
    .map(({ code, description, relevance, relatedTo }) => ({
      code,
      when: whenOf(code),
      points: worth[relevance],
      description,
      relatedTo: [...relatedTo],
    })),
  bands: [
    { from: 0, name: 'baixo' },
    { from: 40, name: 'médio' },
    { from: 70, name: 'alto' },
  ],
}
