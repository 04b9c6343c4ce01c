/**
 * Finds citations of ids that no page documents, in comments, test titles and documents. Pure, so
 * that a test can show that each kind of citation is checked.
 */

export interface CitingFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** A page that documents ids: its path from the root, and how its text names them. */
interface Page {
  readonly path: string
  idsIn(text: string): readonly string[]
}
const firstCells = (text: string, cell: RegExp): readonly string[] =>
  text.split('\n').flatMap(line => {
    const id = /^\| ([^|]+) \|/.exec(line)?.[1] ?? ''
    return cell.test(id) ? [id] : []
  })
const pages: readonly Page[] = [
  { path: 'examples/docs/threats.md', idsIn: text => firstCells(text, /^S\d+$/) },
  { path: 'examples/docs/situations.md', idsIn: text => firstCells(text, /^R\d+$/) },
  {
    path: 'examples/docs/behaviour.md',
    // Promise S2.07 is of section 2 of the specification.
    idsIn(text) {
      const promises = firstCells(text, /^(S\d\.\d\d|D\d+[a-z]?)$/)
      return [
        ...promises,
        ...promises.flatMap(id => (/^S(\d)\./.test(id) ? [`specification section ${id[1]}`] : [])),
      ]
    },
  },
  {
    path: 'examples/docs/decisions.md',
    idsIn: text => firstCells(text, /^\d+$/).map(number => `decision ${number}`),
  },
  {
    path: 'examples/docs/architecture.md',
    idsIn: text =>
      [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => `architecture section ${number}`),
  },
]

/** The ids that the pages among these files document, and the paths and names of all documents. */
export function documentedIn(files: readonly CitingFile[]): ReadonlySet<string> {
  const documents = files.map(({ path }) => path).filter(path => path.endsWith('.md'))
  return new Set([
    ...pages.flatMap(page => page.idsIn(files.find(({ path }) => path === page.path)?.text ?? '')),
    ...documents.flatMap(path => [path, path.slice(path.lastIndexOf('/') + 1)]),
  ])
}

// `S2` is a threat and `S2.07` a promise. Neither is part of a longer word, such as one of base64.
const id = /(?<![\w+/=#-])(?:S\d\.\d\d|[SR]\d{1,2}(?!\.\d)|D\d{1,2}[a-z]?)(?![\w+/=-])/g
const numbers = String.raw`\d+(?:(?:, | and | or | to )\d+)*`
/** Prose that cites by number, and the name that its numbers have among the documented ids. */
const prose: readonly (readonly [cites: RegExp, name: string])[] = [
  [new RegExp(`\\bdecisions? (${numbers})`, 'gi'), 'decision'],
  [new RegExp(`\\barchitecture,? (?:§ ?|sections? )(${numbers})`, 'gi'), 'architecture section'],
  [
    new RegExp(`\\bspec(?:ification)?,? (?:§ ?|sections? )(${numbers})`, 'gi'),
    'specification section',
  ],
  [new RegExp(`\\bpains? (${numbers})`, 'gi'), 'pain'],
]
// Begins at a word and has limits, because some sources have lines of a megabyte.
const document = /(?<![\w-])(?:[\w-]{1,60}\/){0,8}[\w-]{1,60}\.md\b/g

interface Citation {
  readonly cited: string
  /** Where it begins in the text. */
  readonly at: number
}
function citationsIn(text: string): readonly Citation[] {
  const all = (
    pattern: RegExp,
    citedBy: (match: RegExpExecArray) => readonly string[],
  ): readonly Citation[] =>
    [...text.matchAll(pattern)].flatMap(match =>
      citedBy(match).map(cited => ({ cited, at: match.index })),
    )
  return [
    ...all(id, ([cited]) => [cited]),
    ...prose.flatMap(([pattern, name]) =>
      all(pattern, ([, list = '']) =>
        (list.match(/\d+/g) ?? []).map(number => `${name} ${number}`),
      ),
    ),
    ...all(document, ([path]) => [path]),
  ]
}

/** A sentence for each citation that is not documented: the place, the id, and what to do. */
export function undocumented(
  files: readonly CitingFile[],
  documented: ReadonlySet<string>,
): readonly string[] {
  const isDocumented = (cited: string) =>
    documented.has(cited) ||
    (cited.endsWith('.md') && documented.has(cited.slice(cited.lastIndexOf('/') + 1)))
  return files.flatMap(({ path, text }) =>
    citationsIn(text)
      .filter(({ cited }) => !isDocumented(cited))
      .map(
        ({ cited, at }) =>
          `${path}:${text.slice(0, at).split('\n').length} cites ${cited}, which no page in examples/docs documents — document it there, or say it in words.`,
      ),
  )
}
