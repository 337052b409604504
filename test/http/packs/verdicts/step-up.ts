// Stepping up: by evidence of this run alone, from the phone, else from the face.
import { personOf } from './people.ts'
import { approved, comeAgain, rejected, review, type Rows, showAll } from './rows.ts'

const nothing = async () => {}

export const stepUp: Rows = {
  'a phone that says yes now': {
    act: nothing,
    later: (person) => person.answerPhone(1),
    verdict: approved('phone-confirmed'),
  },
  'a phone that said yes before, and nothing now': { verdict: review('person-unseen') },
  'a phone that says no': {
    act: nothing,
    later: (person) => person.answerPhone(2),
    verdict: review('denied'),
  },
  'a phone that said yes for this document before, and no now': {
    act: nothing,
    later: (person) => person.answerPhone(2, true),
    verdict: rejected('denied-by-known'),
  },
  'a live face that matches a document': {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
    },
    later: async (person) => {
      await person.wait(1)
      await person.showFace()
      await person.compareFaces()
    },
    verdict: approved('person-matched'),
  },
  'a live face without a document': {
    act: nothing,
    later: async (person) => {
      await person.wait(1)
      await person.showFace()
    },
    verdict: review('no-reference'),
  },
  'a live face without a challenge': {
    act: (person) => person.showDocument(),
    later: async (person) => {
      await person.wait(1)
      await person.showPicture('magic-live')
    },
    verdict: review('person-unseen'),
  },
  'a face of before the run': { act: showAll, verdict: review('person-unseen') },
  "another face than the document's": {
    act: async (person) => {
      await person.showFace()
      await person.showDocument()
    },
    later: async (person) => {
      await person.wait(1)
      await person.showFace({ person: 1 })
      await person.compareFaces()
    },
    verdict: rejected('face-mismatch'),
  },
  'a document that is not approved': {
    act: (person) => person.showDocument('magic-inconclusive'),
    later: async (person) => {
      await person.wait(1)
      await person.showFace()
    },
    verdict: review('no-reference'),
  },
  'a virtual machine': {
    act: (person) => person.showDocument(),
    later: async (person) => {
      await person.wait(1)
      await person.showFace({ signals: { gpu: 'VMware SVGA 3D' } })
    },
    verdict: review('device-alert'),
  },
  'a spoof, twice': {
    act: nothing,
    later: async (person) => {
      await person.wait(1)
      await person.showPicture('magic-spoof')
      await person.showPicture('magic-spoof', 1)
    },
    verdict: rejected('spoof-suspected'),
  },
  // Who is known comes often.
  'a document that comes again and again': {
    of: () => personOf('0027'),
    act: comeAgain,
    verdict: review('person-unseen'),
  },
  'nothing at all': { act: nothing, verdict: review('person-unseen') },
  'a high score, where the tenant has not said that it is enough': {
    act: showAll,
    verdict: review('person-unseen'),
  },
  'a high score, where the tenant says that it is enough': {
    tenant: 'scores',
    act: async (person) => {
      await showAll(person)
      await person.ask('onboarding')
    },
    verdict: approved('score-high'),
  },
}
