// What stands in no history: the values of the person whom every scenario is about.
import { person } from '#test/support/person.ts'

/** Whole values, and the words of names and addresses, for what is cut off somewhere. */
export const personalValues: readonly string[] = [
  ...new Set(
    Object.values(person).flatMap((value) => [
      value,
      ...value.split(/[ .@+-]/).filter((word) => word.length >= 7),
    ]),
  ),
]
