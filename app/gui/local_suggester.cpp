// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_suggester.h"

namespace nestloom::app {

LocalSuggester::LocalSuggester(QObject* parent) : ui::Suggester(parent)
{
    connect(&m_job, &jobs::SuggestJob::changed, this, [this](const jobs::SuggestState& state) {
        using End = jobs::SuggestState::End;
        Q_EMIT changed({state.id, state.fraction, state.suggestions, state.end != End::Running,
                        state.end == End::Failed ? QString::fromStdString(state.message) : QString()});
    });
}

} // namespace nestloom::app
