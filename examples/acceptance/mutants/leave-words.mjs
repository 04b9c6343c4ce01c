// A plugin of Stryker. Without it a third of all mutants would be words: sentences for people,
// which tests name by id alone, and quoted words, most of which the compiler refuses to see
// replaced. Templates are mutated: an account, an origin or a line of a sign-in message is put
// together by one.

/** @typedef {{ type: string, callee?: { type: string, name?: string } }} Node */

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'words',
    value: {
      /**
       * @param {{ node: Node }} path
       * @returns {string | undefined} why the node and what is in it are left alone
       */
      shouldIgnore({ node: { type, callee } }) {
        if (type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'message')
          return 'a sentence for people'
        return type === 'StringLiteral' ? 'a quoted word' : undefined
      },
    },
  },
]
