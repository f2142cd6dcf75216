// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_notes.h"

#include "engine/io/in_quotes.h"

#include <algorithm>

namespace nestloom::io::timeloop {

using mapping::ImportQuestion;
using mapping::ImportRemark;

void ImportNotes::fail(int line, const std::string& key, const std::string& message)
{
    if (!m_error)
        m_error = Error{ErrorCode::InvalidInput, message, m_files.text(line) + (key.empty() ? "" : ": " + key)};
}

void ImportNotes::assume(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Assumed, line, key, text);
}

void ImportNotes::ignore(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Ignored, line, key, text);
}

void ImportNotes::refuse(int line, const std::string& key, const std::string& text)
{
    add(ImportRemark::Kind::Refused, line, key, text);
}

void ImportNotes::add(ImportRemark::Kind kind, int line, const std::string& key, const std::string& text)
{
    const Place place = m_files.placeOf(line);
    m_remarks.push_back({kind, place.file, place.line, key, text});
}

std::string ImportNotes::ask(ImportQuestion question)
{
    for (const ImportQuestion& earlier : m_questions)
        if (earlier.id == question.id)
            return earlier.chosen;
    const auto answer = m_answers.find(question.id);
    const auto isAnswer = [&](const ImportQuestion::Choice& choice) { return choice.value == answer->second; };
    if (answer != m_answers.end()) {
        if (std::any_of(question.choices.begin(), question.choices.end(), isAnswer)) {
            question.chosen = answer->second;
        } else if (!m_error) {
            std::string known;
            for (const ImportQuestion::Choice& choice : question.choices)
                known += (known.empty() ? "" : ", ") + choice.value;
            m_error =
                Error{ErrorCode::InvalidInput,
                      inQuotes(answer->second) + " is no answer to " + question.id + "; known: " + known, "--answer"};
        }
    }
    m_questions.push_back(question);
    return m_questions.back().chosen;
}

bool ImportNotes::hasRefused() const
{
    return std::any_of(m_remarks.begin(), m_remarks.end(),
                       [](const ImportRemark& remark) { return remark.kind == ImportRemark::Kind::Refused; });
}

Status ImportNotes::checkAnswers() const
{
    for (const auto& [id, value] : m_answers) {
        const auto isAsked = [&, &asked = id](const ImportQuestion& question) { return question.id == asked; };
        if (std::none_of(m_questions.begin(), m_questions.end(), isAsked))
            return Error{ErrorCode::InvalidInput, "these files leave no question " + inQuotes(id) + " open",
                         "--answer"};
    }
    return success();
}

} // namespace nestloom::io::timeloop
