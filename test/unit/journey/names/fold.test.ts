// How a name in other letters is read, and how much such a reading says.
import { expect, test } from 'vitest'
import { comparabilityOf, fold } from '#src/journey/names/fold.ts'

test.for([
  ['Мухаммад Дервиши', 'mukhammad dervishi', 'whole'],
  ['Ευάγγελος Μπάμπης Ούζο', 'evangelos bampis uzo', 'whole'],
  ['박서준', 'park seo jun', 'whole'],
  ['이민호', 'lee min ho', 'whole'],
  ['タナカ ヨウコ', 'tanaka youko', 'whole'],
  ['オオタニ ショウヘイ', 'ootani shouhei', 'whole'],
  ['황우석', 'hwang woo seog', 'whole'],
  ['Γκίκας', 'gikas', 'whole'],
  ['Գրիգոր', 'grigor', 'whole'],
  // Look-alikes among Latin letters, and words that consist of them.
  ['Mаria Сосо', 'maria coco', 'whole'],
  ['Ægir Þórsson ɓ', 'aegir thorsson b', 'whole'],
  ['محمد درويشي', 'mhmd drwyshy', 'in-part'],
  ['דוד כהן', 'dvd khn', 'in-part'],
  ['王小明', 'wang xiao ming', 'in-part'],
  ['さくら 太郎', 'sakura tai lang', 'in-part'],
  ['नरेंद्र', 'nremdr', 'in-part'],
  ['Ana 王', 'ana wang', 'in-part'],
  ['𓀀𓀁', '', 'none'],
  ['🎉 ★', '', 'none'],
  ['\u200b', '', 'none'],
  ['A', 'a', 'none'],
] as const)('%s is read as %j: %s', ([text, words, comparability]) => {
  expect(fold(text).words.join(' ')).toBe(words)
  expect(comparabilityOf(text)).toBe(comparability)
})
