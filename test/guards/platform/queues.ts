import type { Guard } from '../guard';

const outbox = 'test/platform/outbox.test.ts';
const queue = 'test/platform/queue/queue.test.ts';
const worker = 'test/platform/queue/worker.test.ts';
const postgres = 'test/platform/postgres/open-postgres.test.ts';
const sqs = 'test/platform/queue/call-sqs.test.ts';

/** Outbox, transactions and queues, for any message. */
export const guardsOfQueues: readonly Guard[] = [
  {
    guard: 'A queue that hangs is waited for no longer than a runner waits.',
    invariant: 'L5',
    file: 'lambdas/platform/queue/call-sqs.ts',
    from: 'Math.min(attemptMs, deadline - performance.now())',
    to: 'attemptMs',
    test: [sqs, 'a runner waits no longer for a queue that only ever hangs'],
  },
  {
    guard: 'At midnight requests are signed with another key.',
    invariant: 'L3',
    file: 'lambdas/platform/aws/sign-request.ts',
    from: `const of = [secretAccessKey, ...scope].join(' ');`,
    to: 'const of = secretAccessKey;',
    test: [sqs, 'signs the example of the specification as the specification does'],
  },
  {
    guard: 'The outbox sends first and deletes after: a crash in between sends again rather than loses.',
    invariant: 'L3',
    file: 'lambdas/ledger/outbox.ts',
    from: `      const rows = await oldest(sql, name, options, refused);
      const outcome`,
    to: `      const rows = await postgres.transaction(async (first) => {
        const some = await oldest(first, name, options, refused);
        await first.query('DELETE FROM outbox WHERE id = ANY($1::uuid[])', [some.map(({ id }) => id)]);
        return some;
      });
      const outcome`,
    test: [outbox, 'a crash after sending sends again rather than loses'],
  },
  {
    guard: 'A message that was sent is deleted.',
    invariant: 'L3',
    file: 'lambdas/ledger/outbox.ts',
    from: `if (outcome.sent.length > 0) await sql.query(deleteSent, [outcome.sent]);`,
    to: '',
    test: [outbox, 'what is put in leaves as it was, once, and is gone'],
  },
  {
    guard: 'Only messages that were sent are deleted from the outbox.',
    invariant: 'L3',
    file: 'lambdas/ledger/outbox.ts',
    from: '(isSent ? sent : ids).push',
    to: 'sent.push',
    test: [outbox, 'a message that was just put in and that its queue refuses stays'],
  },
  {
    guard: 'Several who relay at once share the work instead of waiting for each other, or sending it twice.',
    invariant: 'L3',
    file: 'lambdas/ledger/outbox.ts',
    from: ' FOR UPDATE SKIP LOCKED',
    to: '',
    test: [outbox, 'several who relay at once send every message once'],
  },
  {
    guard: 'A message that a queue refuses holds up no other.',
    invariant: 'L3',
    file: 'lambdas/ledger/outbox.ts',
    from: '        sent.push(row.id);\n        failuresInARow = 0;\n      } catch (error) {',
    to: '        sent.push(row.id);\n        failuresInARow = 0;\n      } catch (error) {\n        throw error;',
    test: [outbox, 'a message a queue refuses stays, is told, and holds nobody up'],
  },
  {
    guard: 'Nothing leaves of what was not committed.',
    invariant: 'S6',
    file: 'lambdas/platform/postgres/in-transaction.ts',
    from: `await run('ROLLBACK').catch(() => {});`,
    to: `await run('COMMIT').catch(() => {});`,
    test: [outbox, 'nothing leaves of what was not committed'],
  },
  {
    guard: 'A transaction that swallowed a refusal does not pass for committed.',
    invariant: 'S6',
    file: 'lambdas/platform/postgres/in-transaction.ts',
    from: `if (command !== 'COMMIT') throw new Error('nothing was committed: a statement of this transaction had failed');`,
    to: '',
    test: [postgres, 'a transaction that swallowed a refusal does not pretend to have committed'],
  },
  {
    guard: 'A statement is refused once its transaction is over, when it would be committed by itself.',
    invariant: 'S13',
    file: 'lambdas/platform/postgres/in-transaction.ts',
    from: `if (over) throw new Error('this transaction is over: its Sql must not be used after its work returned');`,
    to: '',
    test: [postgres, 'a statement after the end of its transaction is refused'],
  },
  {
    guard: 'A connection whose statement timed out is thrown away: that statement may be running still.',
    invariant: 'S3',
    file: 'lambdas/platform/postgres/open-postgres.ts',
    from: 'client.release(broken);',
    to: 'client.release();',
    test: [postgres, 'a refusal by the database keeps the connection, a timeout gives it up'],
  },
  {
    guard: 'What SQS refuses while it says yes is sent again.',
    invariant: 'L3',
    file: 'lambdas/platform/queue/queue.ts',
    from: 'return messages.filter((_, index) => !taken.has(String(index)));',
    to: 'return messages.filter((_, index) => taken.size < 0 && index < 0);',
    test: [queue, 'sends again, once, only what SQS refused while saying yes'],
  },
  {
    guard: 'A batch that was done in part comes back in part.',
    invariant: 'L3',
    file: 'lambdas/platform/queue/worker.ts',
    from: 'return failures([...unreadable, ...again]);',
    to: 'return failures(unreadable);',
    test: [worker, 'comes back in part when the work says so'],
  },
  {
    guard: 'A message nobody can read comes back alone, and ends among the dead letters.',
    invariant: 'L3',
    file: 'lambdas/platform/queue/worker.ts',
    from: 'if (!message) unreadable.push(record.messageId);',
    to: '',
    test: [worker, 'an unreadable message comes back alone: '],
  },
  {
    guard: 'A batch whose work throws comes back whole.',
    invariant: 'L3',
    file: 'lambdas/platform/queue/worker.ts',
    from: 'messages.length > 0 ? await work(messages) : [];',
    to: 'messages.length > 0 ? await work(messages).catch(() => []) : [];',
    test: [worker, 'fails whole, loudly, when the work throws'],
  },
];
