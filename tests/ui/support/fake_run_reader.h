// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_reader.h"

#include <QPointer>

#include <deque>
#include <map>

namespace nestloom::ui {

/// Answers when the test says so, in the order of the questions; runs that it does not have are errors.
class FakeRunReader : public RunReader {
public:
    void read(RunId run, QObject* asker, Answer answer) override { m_questions.push_back({run, asker, answer}); }

    void answerNext()
    {
        const Question question = m_questions.front();
        m_questions.pop_front();
        if (!question.asker)
            return;
        const auto found = records.find(question.run);
        question.answer(found != records.end()
                            ? Result<RunRecord>(found->second)
                            : Result<RunRecord>(Error{ErrorCode::InvalidInput, "no such run", "store"}));
    }
    void answerAll()
    {
        while (!m_questions.empty())
            answerNext();
    }
    std::size_t asked() const { return m_questions.size(); } // and not answered yet

    std::map<RunId, RunRecord> records;

private:
    struct Question {
        RunId run;
        QPointer<QObject> asker;
        Answer answer;
    };
    std::deque<Question> m_questions;
};

} // namespace nestloom::ui
