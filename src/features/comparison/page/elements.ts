/** What an element has beside its children; all of it is text, so that nothing from outside is markup. */
export type Attributes = Record<string, string | undefined>

/** Makes an element. Texts among the children stay texts. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

/** A button that does something, known by a key across renderings. */
export function button(
  text: string,
  key: string,
  run: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', 'data-key': key, ...attributes }, text)
  made.addEventListener('click', run)
  return made
}

/** A text for screen readers alone. */
export function unseen(text: string): HTMLElement {
  return element('span', { class: 'unseen' }, text)
}

/** Fills the places `{0}`, `{1}` of a text. */
export function filled(text: string, ...values: (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, index) => String(values[Number(index)] ?? place))
}
