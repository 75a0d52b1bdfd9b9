import type { Form } from '../../../../lambdas/api/form/definition/form';
import type { TypedAnswers } from '../../flow/draft';
import { QuestionField } from './question-field';
import type { AskedQuestions } from './use-questions';

interface QuestionListProps {
  readonly form: Form;
  readonly asked: AskedQuestions;
  readonly texts: TypedAnswers;
  /** The ids of questions that the race began to ask while the form was filled in. */
  readonly news?: readonly string[];
}

/** The questions of a screen, one below the other. */
export const QuestionList = ({ form, asked, texts, news = [] }: QuestionListProps) => (
  <>
    {asked.questions.map((question) => {
      const text = texts[question.id] ?? '';
      return (
        <QuestionField
          key={question.id}
          {...{ form, question, text }}
          error={asked.errorOf(question)}
          isNew={news.includes(question.id)}
          onType={(typed) => asked.type(question, typed)}
          onBlur={(event) => asked.leave(question, text, event)}
        />
      );
    })}
  </>
);
