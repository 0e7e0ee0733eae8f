import { insertNames } from '../src/formats/insertion.ts'
const all: [string, number, string][] = [
  ['# top\naaaaa: # c\n- it\n- # c\n    aa:\n    - "a b"\n-\n  - "a b"\n', 27, '\n'],
  [
    "aaaaa: &b\n-\n    aa:\n    - # c\n      - {}\n      - [{aaaa: 'it''s'}, []]\n      # note\n    - !!str y # all\n    - x # all\n- # c\n    aaaa: some\n      more\n    # note\n    aaa: ['it''s']\n\n    aaab: \n\n- &a x\n# note\n",
    1013489075,
    '\r\n',
  ],
  [
    'aaa:\n-\n  - # c\n      aaa: \'it\'\'s\'\n\n      aa: x # not [ these\n      # note\n      aaaaaa: it\n\n  - # c\n    - true\n\n  - [] # not [ these\n\n- # c\n    aaaaa: "some\n      more"\n    aaaaaa: # c\n      aa: "a b"\n\n    aaaa: us-east-1a\n# note\naaaaa: |\n  text\n\n   more\naaaab: # c\n- &a x\n# note\n\n',
    1826567640,
    '\r\n',
  ],
  [
    "aaa:\n- >-\n    text\n-\n  - &a x\n\n  - &b\n    - 'c'\n    - 'c' # all\n  - \"some\n      more\"\n  # note\n- # c\n    aaa: a b\n\n    aaaa:\n    - 'it''s'\n    # note\n    - x\n\n    aaaaaa: it\n",
    316466250,
    '\n',
  ],
  [
    '# top\naaa: &b\n- >-\n    text\n\n- |\n    text\n\n     more\n- # c\n    aaaaaa: "a b"\n    aaaaa:\n      aa: |\n        text\n\n         more\n    aaaa: # c\n      aaaaa:\n        aaa: true # all\n        # note\n        aaaaa: !!str y # all\n        aa: \'c\'\n      aaa: [\'it\'\'s\', {}]\n      aaaaaa: \n\n\naab:\n  aaaaaa: # c\n    aa: x # all\n    # note\n    aaaaa: &b\n    - &a x\n\n    - [["q", {}, "q"]]\n    # note\n    - \n    # note\n\n\n  aa: some\n    more\n  # note\n  aaaaab:\n    aaaaaa: !!str y\n\naa: us-east-1a # all\n',
    17880343,
    '\n',
  ],
]
for (const [w, place, eol] of all) {
  const text = w.replaceAll('\n', eol)
  let at = place % (text.length + 1)
  if (text[at] === '\n' && text[at - 1] === '\r') at--
  const m = insertNames(text, [{ start: at, end: at }], ['us-1a', 'us-1b'], {
    format: 'yaml',
    indent: '  ',
    eol: eol as '\n',
  })
  console.log(JSON.stringify(`${text.slice(Math.max(0, at - 60), at)}‸${text.slice(at, at + 60)}`))
  console.log(JSON.stringify(m))
}
