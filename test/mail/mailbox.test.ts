import { mailboxOf } from '../../lambdas/mail/send/mailbox';

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada+race-1@example.com', 'ada@example.com'],
  ['ada+a+b@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['A.d.a+x@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['nobody', '@nobody'],
])('%s leads to %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));
