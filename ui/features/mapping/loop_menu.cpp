// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/loop_menu.h"

#include "ui/style/theme.h"
#include "ui/workbench/draft_words.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <set>
#include <utility>

namespace nestloom::ui {

namespace {

class LoopMenuWords {
    Q_DECLARE_TR_FUNCTIONS(LoopMenu)
};

/// A menu of the places that `factor` could go to, outermost first.
void addPlaces(QMenu& menu, const MappingDraft& draft, const mapping::LoopPlace& from, std::int64_t factor,
               const std::function<void(const LoopMove&)>& move)
{
    for (const mapping::LoopPlace& to : mapping::otherPlaces(draft.accelerator(), draft.mapping(), from)) {
        const auto edited = mapping::moveFactor(draft.mapping(), from, factor, to);
        if (!edited)
            continue;
        const MappingDraft::Verdict verdict = draft.judge(edited->mapping);
        QAction* action =
            menu.addAction(placeName(draft.accelerator(), to) + QLatin1Char('\t') + verdictBrief(draft, verdict));
        action->setToolTip(verdictWords(draft, verdict));
        QObject::connect(action, &QAction::triggered, &menu,
                         [move, choice = LoopMove{from, factor, to}] { move(choice); });
    }
}

} // namespace

void addMoves(QMenu& menu, const MappingDraft& draft, LoopRef loop, std::function<void(const LoopMove&)> move)
{
    const mapping::LoopPlace from = placeOf(draft.mapping(), loop);
    const mapping::Loop* moved = mapping::loopAt(draft.mapping(), from);
    if (!moved)
        return;
    const QString dimension{QLatin1Char(workload::letter(moved->dimension))};
    const auto add = [&](std::int64_t factor, const QString& title) {
        QMenu* places = menu.addMenu(title);
        places->setToolTipsVisible(true);
        addPlaces(*places, draft, from, factor, move);
    };
    add(moved->bound, LoopMenuWords::tr("Move %1 %2 to").arg(dimension).arg(moved->bound));
    const std::vector<std::int64_t> primes = primesOf(moved->bound);
    if (primes.size() > 1)
        for (const std::int64_t prime : std::set<std::int64_t>(primes.begin(), primes.end()))
            add(prime, LoopMenuWords::tr("Move factor %1 of %2 to").arg(prime).arg(dimension));
}

void addKeeps(QMenu& menu, const MappingDraft& draft, std::size_t level, std::function<void(TensorRole, bool)> keep)
{
    if (level == 0)
        return; // the outermost keeps all
    const hardware::BufferLevel& buffer = draft.accelerator().levels[level];
    for (const TensorRole role : kTensorRoles) {
        if (!buffer.keeps.contains(role))
            continue;
        QAction* action = menu.addAction(
            LoopMenuWords::tr("Keep %1 in %2").arg(tensorName(role), QString::fromStdString(buffer.name)));
        action->setCheckable(true);
        action->setChecked(draft.mapping().levels[level].keeps.contains(role));
        QObject::connect(action, &QAction::toggled, &menu, [keep, role](bool kept) { keep(role, kept); });
    }
}

} // namespace nestloom::ui
