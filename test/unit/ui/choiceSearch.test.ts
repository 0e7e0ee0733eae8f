import assert from 'node:assert/strict'
import { ChoiceSearch } from '../../../src/ui/prompts/choiceSearch.ts'

/** A search in items of a label and what stands beside it. */
function searchIn(items: readonly (readonly [label: string, description?: string])[]) {
  const search = new ChoiceSearch()
  for (const [label, description] of items) search.add(label, description)
  return (text: string) => search.find(text).map((index) => items[index]?.[0])
}

describe('User interface: the search in a list', () => {
  const find = searchIn([
    ['eks-prod-workers-30', 'checkout · aws'],
    ['eks-prod-workers-3', 'checkout · aws'],
    ['gpu', 'ml-training · gcp'],
    ['prod-eks', 'Zürich · azure'],
    ['größe-プール', 'ml-training · gcp'],
    ['661e39aa', 'an account'],
  ])

  const cases: [text: string, expected: string[]][] = [
    ['eks-prod-workers-3', ['eks-prod-workers-3', 'eks-prod-workers-30']],
    ['EKS-PROD', ['eks-prod-workers-3', 'eks-prod-workers-30', 'prod-eks']],
    ['30 work eks', ['eks-prod-workers-30']],
    ['zurich', ['prod-eks']],
    ['grosse', []],
    ['GRÖSSE', []],
    ['grö', ['größe-プール']],
    ['gro', ['größe-プール']],
    ['プー', ['größe-プール']],
    ['gcp gpu', ['gpu']],
    ['661e39-not-listed', []],
    ['e39bb', []],
    ['661e3 account', ['661e39aa']],
    ['account 661e39ab', []],
  ]
  for (const [text, expected] of cases) {
    it(`finds by “${text}”: ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(new Set(find(text)), new Set(expected))
      assert.equal(find(text)[0], expected[0])
    })
  }

  it('excludes nothing for a hyphen, and takes signs as they are', () => {
    assert.deepEqual(find('-gpu'), ['gpu'])
    assert.deepEqual(find('gpu -ml'), ['gpu'])
    assert.deepEqual(find('"gpu'), ['gpu'])
    assert.equal(find('-').length, 5)
    assert.equal(find('·').length, 5)
    assert.deepEqual(find('🚀'), [])
    assert.deepEqual(find('(.*'), [])
  })

  it('has the one of that name first among 20,000 that match, and finds the last one', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => [`pool-${n}`, 'gpu · aws'] as const)
    const findAmong = searchIn([...many, ['gpu-1', 'a'], ['gpu', 'z'], ['my-gpu', 'b']])
    const found = findAmong('gpu')
    assert.equal(found[0], 'gpu')
    assert.ok(found.slice(0, 3).includes('gpu-1'))
    assert.ok(found.length >= 200)
    assert.equal(findAmong('pool-19999')[0], 'pool-19999')
    assert.equal(findAmong('aws gpu pool 12345')[0], 'pool-12345')
  })

  it('finds what is added later', () => {
    const search = new ChoiceSearch()
    assert.deepEqual(search.find('a'), [])
    search.add('a')
    assert.deepEqual(search.find('a'), [0])
    search.add('a')
    assert.deepEqual(search.find('a'), [0, 1])
  })
})
