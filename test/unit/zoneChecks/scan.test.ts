import assert from 'node:assert/strict'
import { meaningOf, type ZoneLanguage } from '../../../src/formats/zoneReferences.ts'
import { listsIn, placesIn, valuesIn } from './showing.ts'

type Cases = Record<string, [text: string, ...values: string[]]>

const cases: Record<Exclude<ZoneLanguage, 'terraform'>, Cases> = {
  hcl: {
    'one value': ['availability_zone = "us-east-1a"', 'us-east-1a'],
    'a zone id': ['az = "use1-az1"', 'use1-az1'],
    'a list': ['azs = ["us-east-1a", "us-east-1b"]', 'us-east-1a', 'us-east-1b'],
    'a list over lines, with comments': [
      'azs = [\n  "us-east-1a", # "x"\n  // "y"\n  /* "z" */ "us-east-1b",\n]',
      'us-east-1a',
      'us-east-1b',
    ],
    'Windows line ends': ['azs = [\r\n  "a-1a",\r\n]\r\nzone = "a-1b"\r\n', 'a-1a', 'a-1b'],
    'lists in lists': ['azs = [["a-1a"], ["a-1b", "a-1c"]]', 'a-1a', 'a-1b', 'a-1c'],
    'an object on one line': [
      'x = { az = "us-east-1a", region : "us-east-1" }',
      'us-east-1a',
      'region us-east-1',
    ],
    'maps under a clear key': [
      'azs = { a = "us-east-1a", b = { c = "no" } }\nvariable "azs" {\n  default = { x = ["us-east-1b"] }\n}',
      'us-east-1a',
      'us-east-1b',
    ],
    'quoted keys': ['{ "zone" = "us-east-1a" }', 'us-east-1a'],
    'functions around a list': [
      'azs = toset(["us-east-1a"])\nzones = slice(concat(var.x, ["us-east-1b"]), 0, 2)',
      'us-east-1a',
      'us-east-1b',
    ],
    'the default of a variable': [
      'variable "azs" {\n  default = ["us-east-1a"]\n}\nvariable "region" { default = "us-east-1" }',
      'us-east-1a',
      'region us-east-1',
    ],
    'no default of anything else': ['variable "x" {\n}\nx {\n  default = "us-east-1a"\n}'],
    'the region of a provider': ['provider "aws" {\n  region = "us-east-1"\n}', 'region us-east-1'],
    'numbers in lists alone': ['zones = [1, 2]\naz = 3', '1', '2'],
    'no references': ['az = var.az\nazs = data.x.names\nazs = [local.a, var.z["q"], x[0]]'],
    'no templates': ['az = "${var.region}a"\nazs = ["%{ if x }a%{ endif }", "$${x}"]'],
    'what stands behind a template with strings': [
      'x = "${f("zone = \\"q\\"")}"\naz = "us-east-1a"',
      'us-east-1a',
    ],
    'no comparisons': [
      'x = az == "us-east-1a" ? 1 : 2\ny = { for zone in z : zone => "a" }\naz = "us-east-1a" == var.az ? 1 : 2',
    ],
    'no comments': [
      '# az = "a"\n// az = "a"\n/* az = "a"\naz = "b" */ az = "us-east-1c"',
      'us-east-1c',
    ],
    'no heredocs': [
      'x = <<-EOT\n  az = "a"\n  EOT x\n  EOT\ny = <<A\nzone = "q"\nA\naz = "us-east-1a"',
      'us-east-1a',
    ],
    'no strings': [
      'x = "az = "\ny = "# /* <<EOT"\nz = "zones = [\\"a\\"]"\naz = "us-east-1a"',
      'us-east-1a',
    ],
    'no other keys': ['lazy = "a"\ntime_zone = "b"\nzone_id = "c"\ndns_zones = ["d"]\nazure = "e"'],
    'no values with escapes': ['az = "a\\"b"'],
    'a string that is not closed': ['azs = ["us-ea\nzone = "us-east-1b"', 'us-ea', 'us-east-1b'],
    'a list that is not closed': [
      'azs = ["us-east-1a",\nzone = "us-east-1b"',
      'us-east-1a',
      'us-east-1b',
    ],
    'values that commas join, or a function splits': [
      'azs = "us-east-1a, us-east-1b"\nzones = split(",", "us-east-1c,us-east-1d")',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
      'us-east-1d',
    ],
    'values beside a name, before it, too': [
      'filter {\n  name = "availability-zone"\n  values = ["us-east-1a"]\n}\nset {\n  value = "us-east-1b"\n  name = "controller.zone"\n}\nset {\n  name = "tier"\n  value = "us-east-1c"\n}',
      'us-east-1a',
      'us-east-1b',
    ],
    'the keys of maps': [
      'az_subnets = {\n  "us-east-1a" = "subnet-1,subnet-2"\n  us-east-1b = "x"\n  (var.az) = "y"\n}\nsubnet_ids = ["subnet-3"]',
      'us-east-1a',
      'us-east-1b',
    ],
    'what stands behind a loop or a condition': [
      'azs = [for z in var.z : z if z != "q"]\nx = y ? "az" : "b"\naz = "us-east-1a"',
      'us-east-1a',
    ],
    'no switches or counts': ['multi_az = "x"\nnum_azs = "3"\nenable_multi_az = "true"'],
    'what follows a call that is not closed': [
      'azs = f(["no"],\nregion = "us-east-1"\naz = "us-east-1a"(\nzone = "us-east-1b"',
      'region us-east-1',
      'us-east-1a',
      'us-east-1b',
    ],
    'a list that a block closes': ['x {\n  azs = ["us-east-1a"\n}\naz = "b"', 'us-east-1a', 'b'],
  },
  json: {
    'one value': ['{"availabilityZone": "us-east-1a"}', 'us-east-1a'],
    'a list': ['{"zones": ["us-east-1a", "us-east-1b"]}', 'us-east-1a', 'us-east-1b'],
    'a list over lines': [
      '{\n  "azs": [\n    "a-1a",\n    "a-1b"\n  ],\n  "region": "a-1"\n}',
      'a-1a',
      'a-1b',
      'region a-1',
    ],
    'what is on one long line': [
      '{"a":{"zone":"us-east-1a"},"b":[{"az":"us-east-1b"},{"az":"us-east-1c"}]}',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ],
    'numbers in lists alone': ['{"zones": [1, 2], "zone": 3}', '1', '2'],
    'no comments': ['{ // "az": "a"\n /* "az": "b" */ "az": "us-east-1c" }', 'us-east-1c'],
    'no strings': [
      '{"x": "\\"zone\\": \\"a\\"", "y": "zone: b", "z": "src/*", "az": "us-east-1a"}',
      'us-east-1a',
    ],
    'no keys that are values': ['["zone", "azs"]'],
    'no objects': ['{"zones": [{"name": "a"}], "zones": {"a": "b"}}'],
    'maps of lists under a clear key': [
      '{"azs": {"us-east-1": ["us-east-1a"], "description": "no", "x": {"y": "no"}}}',
      'us-east-1a',
    ],
    'a value whose key is that of its object': [
      '{"azs": {"type": "x", "value": ["a-1a"]}, "region": {"value": "a-1"}}',
      'a-1a',
      'region a-1',
    ],
    'nothing that describes a key': [
      '{"properties": {"az": {"default": "a", "type": "b"}}, "x": {"value": "c"}}',
    ],
    'a list that is not closed': [
      '{"zones": ["us-east-1a",\n "x": 1, "az": "b"}',
      'us-east-1a',
      'b',
    ],
    'the default of a variable': ['{"variable": {"azs": {"default": ["a-1a"]}}}', 'a-1a'],
    'a value on the next line': ['{"zone":\n  "us-east-1a"}', 'us-east-1a'],
    'values beside a name': [
      '[{"name": "AZ", "value": "a-1a"}, {"ParameterValue": "a-1b,a-1c", "ParameterKey": "Azs"}]',
      'a-1a',
      'a-1b',
      'a-1c',
    ],
    'the keys of maps': [
      '{"subnetIds": {"us-east-1a": "subnet-1"}, "azSubnets": {"us-east-1b": ["x"]}}',
      'us-east-1a',
      'us-east-1b',
    ],
    'a value that is missing': ['{"zone": , "az": "us-east-1a"}', 'us-east-1a'],
  },
  yaml: {
    'one value': ['zone: us-east-1a # why', 'us-east-1a'],
    'each kind of quotes': ['zone: "us-east-1a"\naz: \'us-east-1b\'', 'us-east-1a', 'us-east-1b'],
    'a list of lines': [
      'zones:\n  - us-east-1a\n\n  # - no\n  - "us-east-1b" # x\n  - \'us-east-1c\'\nother:\n  - no',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ],
    'a list that is not indented': ['a:\n  zones:\n  - us-east-1a\n  other:\n  - no', 'us-east-1a'],
    'Windows line ends': [
      'region: a-1\r\nzones:\r\n  - a-1a\r\n  - a-1b\r\n',
      'region a-1',
      'a-1a',
      'a-1b',
    ],
    'a list in brackets': [
      'zones: [us-east-1a, "us-east-1b", \'us-east-1c\']',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ],
    'a list in brackets over lines': [
      'zones: [\n  us-east-1a, # x\n  us-east-1b\n]\nzone: c',
      'us-east-1a',
      'us-east-1b',
      'c',
    ],
    'a list with a name': [
      'zones: &all\n  - us-east-1a\nazs: &some [us-east-1b]',
      'us-east-1a',
      'us-east-1b',
    ],
    'keys within lists': [
      'pools:\n  - zone: us-east-1a\n    region: us-east-1\n  - azs: [us-east-1b]',
      'us-east-1a',
      'region us-east-1',
      'us-east-1b',
    ],
    'objects in braces': [
      '- {zone: us-east-1a, region: us-east-1}\n- { "az": "us-east-1b" }',
      'us-east-1a',
      'region us-east-1',
      'us-east-1b',
    ],
    JSON: ['{"zones": ["us-east-1a"], "region":"us-east-1"}', 'us-east-1a', 'region us-east-1'],
    'labels of Kubernetes': [
      'topology.kubernetes.io/zone: us-east-1a\n"topology.kubernetes.io/region": us-east-1',
      'us-east-1a',
      'region us-east-1',
    ],
    'what CloudFormation writes': [
      'AvailabilityZones:\n  - us-east-1a\nAvailabilityZone: !Ref Zone\nAZs: !GetAZs ""',
      'us-east-1a',
    ],
    'numbers in lists alone': ['zones: [1, "2"]\naz: 3\nazs:\n- 1', '1', '2', '1'],
    'no block texts': [
      'x: |\n  zone: no\n\n  more\ny:\n  - >-\n   zone: no\n  - |\n   zone: no\n  - z: |+\n      zone: no\n    zone: us-east-1a',
      'us-east-1a',
    ],
    'no comments': ['# zone: a\nx: y # zone: b\nzone: us-east-1a', 'us-east-1a'],
    'no strings': ["x: \"a, zone: b\"\ny: 'c, zone: d'\nz: it's\nzone: us-east-1a", 'us-east-1a'],
    'no templates': ['zone: {{ .Values.zone }}\naz: "{{ .x }}"\nregion: ${REGION}\nzones: [$A]'],
    'no references': ['zone: *zone\nzones: [*a]'],
    'no words for nothing': ['zone: null\naz: ~\nzones: [true, no]'],
    'no lists of objects': ['zones:\n  - name: us-east-1a\n    id: x'],
    'no addresses': ['url: http://zone:80/az: x'],
    'no other keys': ['timezone: Europe/Berlin\nmy zone: x\ntime_zone: y\nzones_count: 3'],
    'a list that is not closed': [
      'zones: [us-east-1a,\nzone: us-east-1b',
      'us-east-1a',
      'us-east-1b',
    ],
    'values beside a key, before it, too': [
      '- key: topology.kubernetes.io/zone\n  operator: In\n  values: [us-east-1a]\n- values:\n    - us-east-1b\n  key: "topology.kubernetes.io/zone"\n- key: tier\n  values: [web]',
      'us-east-1a',
      'us-east-1b',
    ],
    'values of the environment': ['env:\n  - name: AZ\n    value: us-east-1a', 'us-east-1a'],
    'the keys of maps': [
      'azSubnets:\n  us-east-1a: subnet-1\n  "us-east-1b": subnet-2\nsubnetIds:\n  - subnet-3',
      'us-east-1a',
      'us-east-1b',
    ],
    'the default of a parameter': [
      'Parameters:\n  Azs:\n    Type: CommaDelimitedList\n    Default: us-east-1a,us-east-1b',
      'us-east-1a',
      'us-east-1b',
    ],
    'values on the next line, with a tag or an anchor': [
      'zone:\n  us-east-1a\naz: !!str us-east-1b\nazs: &x\n  - us-east-1c',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ],
    'no texts over lines': ['x: "a\n  zone: b\n  c"\ny: | # c\n  zone: b\nz: [\'q\n  zone: r\']'],
    'no comments of templates, over lines either': [
      '{{/*\nazs: [a]\n*/}}\n{{- /* old\nzone: b\n*/ -}}\n{#\nzones: [c]\n#}\n{#-\naz: d -#}\n- az: e\n  zone: f',
      'e',
      'f',
    ],
    'what stands behind the start of a comment of a template without an end': [
      'a: {{/* x\naz: b\n{# y\nzone: c',
      'b',
      'c',
    ],
    'no templates of Helm': [
      '{{- if .Values.zone }}\nzone: us-east-1a\n{{- end }}\nzones: [us-{{ .az }}, us-east-1b]',
      'us-east-1a',
      'us-east-1b',
    ],
    'several documents': ['azs:\n---\n- no\n---\naz: us-east-1a', 'us-east-1a'],
    'a string that is not closed': ['zone: "us-ea\naz: us-east-1b', 'us-ea', 'us-east-1b'],
  },
}

describe('Zone checks: the zones and regions that a text names', () => {
  for (const [language, all] of Object.entries(cases)) {
    for (const [what, [text, ...values]] of Object.entries(all)) {
      it(`in ${language}: ${what}`, () => {
        assert.deepEqual(valuesIn(text, language as ZoneLanguage), values)
      })
    }
  }

  it('are the same in Terraform as in HCL', () => {
    assert.deepEqual(valuesIn('az = "us-east-1a"', 'terraform'), ['us-east-1a'])
  })

  it('belong to their lists', () => {
    assert.deepEqual(listsIn('azs = ["a", "b"]\nzones = ["c"]', 'hcl'), [['a', 'b'], ['c']])
    assert.deepEqual(listsIn('azs:\n- a\n- b\nzones: [c]\n', 'yaml'), [['a', 'b'], ['c']])
    assert.deepEqual(listsIn('{"azs": [["a"], ["b"]], "zone": "c"}', 'json'), [['a', 'b'], ['c']])
  })
})

describe('Zone checks: the limits of looking for zones', () => {
  const limits: [language: ZoneLanguage, text: string][] = [
    ['hcl', 'az = "us-east\\u002d1a"'],
    ['hcl', 'az =\n  "us-east-1a"'],
    ['hcl', 'azs = [{ name = "us-east-1a" }]'],
    ['hcl', 'azs = formatlist("%s", ["us-east-1a"])'],
    ['hcl', 'azs = x ? ["us-east-1a"] : []'],
  ]
  for (const [language, text] of limits) {
    it(`leave out, as documented: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(valuesIn(text, language), [])
    })
  }
})

describe('Zone checks: the places for a zone', () => {
  const places: [language: ZoneLanguage, text: string, marked: string][] = [
    ['hcl', 'az = ', 'az =‸ ‸'],
    ['hcl', 'az = \nx = 1', 'az =‸ ‸\nx = 1'],
    ['hcl', 'az = us-e\n', 'az = ‸us-e‸\n'],
    ['hcl', 'az = ""', 'az = "‸‸"'],
    ['hcl', 'azs = []', 'azs = [‸‸]'],
    ['hcl', 'azs = ["a", ]', 'azs = ["a",‸ ‸]'],
    ['hcl', 'azs = [\n  "a", # c\n]', 'azs = [\n  "a",‸ ‸# c\n‸‸]'],
    ['hcl', 'azs = ["a" ]', 'azs = ["a" ]'],
    ['hcl', 'azs = ["a",\nx = 1', 'azs = ["a",‸\n‸x = 1'],
    ['hcl', 'azs = var.x', 'azs = var.x'],
    ['json', '{"zone": }', '{"zone":‸ ‸}'],
    ['json', '{"zones": [us]}', '{"zones": [‸us‸]}'],
    ['json', '{"zones": ["a", "b":', '{"zones": ["a",‸ ‸"b":'],
    ['yaml', 'zone: ', 'zone:‸ ‸'],
    ['yaml', 'zone: # c', 'zone:‸ ‸# c'],
    ['yaml', 'zone: 1', 'zone: ‸1‸'],
    ['yaml', 'zones:\n  - a\n  - \n', 'zones:‸‸\n  - a\n  -‸ ‸\n'],
    ['yaml', 'zones: [a, ]', 'zones: [a,‸ ‸]'],
    ['yaml', 'zones: []', 'zones: [‸‸]'],
  ]
  for (const [language, text, marked] of places) {
    it(`are in ${JSON.stringify(text)}`, () => assert.equal(placesIn(text, language), marked))
  }
})

describe('Zone checks: the keys of zones', () => {
  const names = {
    zone: 'az azs AZ AZs worker_azs primary-az availability_zone availability_zones availability_zone_id',
    more: 'availabilityZone availabilityZones AvailabilityZones availability-zones preferredAvailabilityZone availabilityZoneIds topology.k8s.aws/zone-id',
    loose:
      'zone zones Zone ZONES topology.kubernetes.io/zone gcp:zone az1 az_2 worker_az1 zone-1 zone_name ZoneNames gcp_zone workerAz subnetAZs gcpZone availabilityZone1',
    region: 'region regions REGION aws_region awsRegion cloudRegion primary-region',
    looseRegion: 'location Locations',
    none: 'lazy azure topaz timezone time_zone timeZone dns_zone dnsZone multiAz maxAZs zone_id topology.kubernetes.io/zone-id zoneId azs2 regional name',
  }
  const kinds = Object.entries(names).flatMap(([kind, all]) =>
    all.split(' ').map((name) => [name, kind] as const),
  )
  for (const [name, kind] of kinds) {
    it(`${name}: ${kind}`, () => {
      const key = meaningOf(name)
      const found = key?.kind && `${key.isAmbiguousKey ? 'loose ' : ''}${key.kind}`
      const expected = {
        more: 'zone',
        loose: 'loose zone',
        looseRegion: 'loose region',
        none: undefined,
      }
      assert.equal(found, kind in expected ? expected[kind as keyof typeof expected] : kind)
    })
  }
})
