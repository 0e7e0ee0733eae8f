/** The attributes of an element. Values are only ever text, so that no external text becomes markup. */
type Attributes = Record<string, string | undefined>

/** Creates an element. Strings become text nodes. */
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

/** Creates a button, identified by a key across renders. */
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

/** Creates a text for screen readers only. */
export function unseen(text: string): HTMLElement {
  return element('span', { class: 'unseen' }, text)
}

/** Replaces the placeholders `{0}` and `{1}` in a text. */
export function filled(text: string, ...values: (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, index) => String(values[Number(index)] ?? place))
}
