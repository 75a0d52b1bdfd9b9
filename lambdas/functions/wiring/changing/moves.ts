import type { Form } from '../../../api/form/definition/form';
import { type Answers, textIn } from '../../../api/form/definition/question';
import { unanswered } from '../../../api/form/entry';
import { limitGroupOf, needsAllowList, rulesBroken } from '../../../api/form/rule';
import { PostgresAllowList } from '../../../forms/postgres-allow-list';
import type { Sql } from '../../../platform/postgres/postgres';
import type { MoveCandidate, MoveVerdict } from '../../../registration/change/move/postgres-moves';
import { faultOfRule } from '../selling/judging';

/** Whether a registered runner may run in another event by the rules of the form, and what that event asks besides. */
export const judgeMove = async (
  sql: Sql,
  { form: anyForm, eventId, date, runner }: MoveCandidate,
): Promise<MoveVerdict> => {
  // Forms were checked when they were saved.
  const form = anyForm as Form;
  const answers = (runner.answers ?? {}) as Answers;
  const [isAllowed] = needsAllowList(form, eventId)
    ? await new PostgresAllowList(sql).areAllowed(eventId, [runner])
    : [];
  const broken = rulesBroken(form, { id: eventId, date }, { birthDate: runner.birthDate, answers, isAllowed });
  return {
    broken: broken.map((one) => faultOfRule('registrationId', one)),
    unanswered: unanswered(form, eventId, 'person', answers).map(({ label }) => textIn(form, label, form.language)),
    limitGroup: limitGroupOf(form, eventId),
  };
};
