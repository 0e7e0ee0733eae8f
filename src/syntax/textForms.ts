import {
  hasFormOfZone,
  isGoogleZone,
  isNoZone,
  isWrittenLikeZone,
  isZoneNumber,
  isZoneOfAws,
} from './zoneNames.ts'

/** What a text may be by its form alone. */
export interface TextForm {
  readonly mayBeName: boolean
  readonly isNumber: boolean
  /** False for a Boolean and `null`, and for what begins with a sign. */
  readonly isPlainText: boolean
  readonly isNoZone: boolean
  readonly isGoogleZone: boolean
  readonly isZoneOfAws: boolean
  readonly hasFormOfZone: boolean
  readonly isWrittenLikeZone: boolean
}

/** Reads the forms of texts. A file repeats its zones, so that each text is read once. */
export class TextForms {
  readonly #forms = new Map<string, TextForm>()

  of(text: string): TextForm {
    const known = this.#forms.get(text)
    if (known) return known
    const form = readForm(text)
    this.#forms.set(text, form)
    return form
  }
}

function readForm(text: string): TextForm {
  return {
    mayBeName: !notName.test(text),
    isNumber: isZoneNumber(text),
    isPlainText: beginsWithWord.test(text) && !literalOfYaml.test(text),
    isNoZone: isNoZone(text),
    isGoogleZone: isGoogleZone(text),
    isZoneOfAws: isZoneOfAws(text),
    hasFormOfZone: hasFormOfZone(text),
    isWrittenLikeZone: isWrittenLikeZone(text),
  }
}

/** Matches a text that is no name: with a variable (`$ZONE`), an expression of Azure’s templates, or a domain. */
const notName = /[$[\](){}*'":;<>\u0080-\uffff]|\.[a-zA-Z]{2,}$/
const beginsWithWord = /^\w/
const literalOfYaml = /^(?:null|true|false|yes|no|on|off)$/i
